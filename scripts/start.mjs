import { startStandIns, wantsStandIns } from '../stand-ins/main.ts'

// React chooses its quick build by this variable when it is first loaded, so it is set before anything else is.
process.env.NODE_ENV ??= 'production'
if (wantsStandIns(process.env)) Object.assign(process.env, await startStandIns(process.env))
await import('../build/server/index.js')
