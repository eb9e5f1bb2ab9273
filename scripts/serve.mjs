import { decideDeploymentKind } from '../app/platform/.server/deployment.ts'
import { addSimulators } from '../simulators/main.ts'

// Whoever started this process is gone: so that the next one finds the embedded database free, this one must not stay.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

// React chooses its fast build by this variable when it is first loaded, so it is set before everything else. If the user sets it,
// that means production (deployment.ts), so our value is marked.
if (!process.env.NODE_ENV) Object.assign(process.env, { NODE_ENV: 'production', NODE_ENV_FROM: 'muster' })
if (decideDeploymentKind(process.env).deployment === 'demo') await addSimulators(process.env)
await import('../build/server/index.js')
