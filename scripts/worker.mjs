// Chooses React's build as the server does: see serve.mjs.
if (!process.env.NODE_ENV) Object.assign(process.env, { NODE_ENV: 'production', NODE_ENV_FROM: 'muster' })
await import('../build/server/worker.js')
