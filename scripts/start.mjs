import { addStandIns } from '../stand-ins/main.ts'

// React chooses its quick build by this variable when it is first loaded, so it is set before anything else is.
process.env.NODE_ENV ??= 'production'
await addStandIns(process.env)
await import('../build/server/index.js')
