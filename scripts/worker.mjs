// The same choice of build as for the server: see start.mjs.
if (!process.env.NODE_ENV) Object.assign(process.env, { NODE_ENV: 'production', NODE_ENV_FROM: 'muster' })
await import('../build/server/worker.js')
