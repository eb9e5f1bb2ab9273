/**
 * What this process runs as: a public site, for which every setting is required ('production'); a database on this machine
 * without demo data ('local'); or the demo.
 */
export type Deployment = 'production' | 'local' | 'demo'

type Environment = Record<string, string | undefined>

/**
 * Decides from the settings alone, so that no request can influence it. Any setting that makes the site reachable for others
 * makes it production: a demo shows every email and has accounts with a known password, so nobody must publish one by mistake.
 * @returns the deployment, and in `because` the settings that make it production
 */
export function decideDeployment(environment: Environment): { deployment: Deployment; because: string[] } {
  const { PRODUCTION, DEMO, PUBLIC_URL, HOST, TRUSTED_PROXIES, NODE_ENV, NODE_ENV_FROM, DATABASE_URL } = environment
  if (DEMO === 'true') return { deployment: 'demo', because: [] }
  // scripts/serve.mjs sets NODE_ENV for React and marks it with NODE_ENV_FROM: that is not the operator's choice.
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
