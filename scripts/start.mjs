import { decideDeployment } from '../app/platform/.server/deployment.ts'
import { addSimulators } from '../simulators/main.ts'

// React chooses its quick build by this variable when it is first loaded, so it is set before anything else is. Whoever sets it
// themselves says that this is production (deployment.ts), so it is marked as ours.
if (!process.env.NODE_ENV) Object.assign(process.env, { NODE_ENV: 'production', NODE_ENV_FROM: 'muster' })
if (decideDeployment(process.env).deployment === 'demo') await addSimulators(process.env)
await import('../build/server/index.js')
