// The development server of React Router, with the same simulators as `npm start`. Its command needs Node's condition `development`
// and restarts itself without it; package.json sets it, so that everything is one process.
import { decideDeploymentKind } from '../app/platform/.server/deployment.ts'
import { addSimulators } from '../simulators/main.ts'

if (decideDeploymentKind(process.env).deployment === 'demo') await addSimulators(process.env)
process.argv.splice(2, 0, 'dev')
await import('../node_modules/@react-router/dev/bin.cjs')
