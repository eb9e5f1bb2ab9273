/**
 * What a process is: a site for the public, for which every setting is demanded; a database on this machine alone, without anything
 * of the demo; or the demo.
 */
export type Deployment = 'production' | 'local' | 'demo'

type Environment = Record<string, string | undefined>

/**
 * Decides from the settings alone what a process is, so that no request has a say in it. Whatever lets others reach it makes it
 * production: a demo shows every mail and has accounts with a known password, so nobody must run one for the public by oversight.
 * `because` names the settings that make it production.
 */
export function decideDeployment(environment: Environment): { deployment: Deployment; because: string[] } {
  const { PRODUCTION, DEMO, PUBLIC_URL, HOST, TRUSTED_PROXIES, NODE_ENV, NODE_ENV_FROM, DATABASE_URL } = environment
  if (DEMO === 'true') return { deployment: 'demo', because: [] }
  // scripts/start.mjs sets NODE_ENV for React and says so in NODE_ENV_FROM: that is nobody's wish.
  const isNodeInProduction = NODE_ENV === 'production' && NODE_ENV_FROM !== 'muster' && PRODUCTION !== 'false'
  const because = [
    PRODUCTION === 'true' && 'PRODUCTION=true',
    /^https:/i.test(PUBLIC_URL ?? '') && 'an https PUBLIC_URL',
    HOST && !/^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(HOST) && 'a HOST other than loopback',
    TRUSTED_PROXIES && 'TRUSTED_PROXIES',
    isNodeInProduction && 'NODE_ENV=production',
  ].filter((reason) => typeof reason === 'string' && reason !== '') as string[]
  if (because.length > 0) return { deployment: 'production', because }
  return { deployment: DATABASE_URL && PRODUCTION !== 'false' ? 'local' : 'demo', because }
}
