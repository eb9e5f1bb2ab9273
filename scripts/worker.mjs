// The same choice of build as for the server: see start.mjs.
process.env.NODE_ENV ??= 'production'
await import('../build/server/worker.js')
