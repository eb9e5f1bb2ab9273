import { BlockList, isIP } from 'node:net'

/**
 * What this process runs as: a public site, for which every setting is required ('production'); a database on this machine
 * without demo data ('local'); or the demo.
 */
export type DeploymentKind = 'production' | 'local' | 'demo'

/** Endings of names that the public domain name system never has: RFC 6761, 6762 and 8375, ICANN's `internal`, and what routers use. */
const privateEnding = /(^|\.)(localhost|local|lan|test|internal|home\.arpa)$/

/** Addresses that nobody outside the network reaches, loopback and link-local ones too. */
const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 32],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateNetworks.addSubnet(network, bits)
}
privateNetworks.addSubnet('::', 127, 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

type Environment = Record<string, string | undefined>

/**
 * Decides from the settings alone, so that no request can influence it. Any setting that makes the site reachable for others
 * makes it production: a demo shows every email and has accounts with a known password, so nobody must publish one by mistake.
 * @returns the deployment, and in `because` the settings that make it production
 */
export function decideDeploymentKind(environment: Environment): { deployment: DeploymentKind; because: string[] } {
  const { PRODUCTION, DEMO, PUBLIC_URL, HOST, TRUSTED_PROXIES, NODE_ENV, NODE_ENV_FROM, DATABASE_URL } = environment
  if (DEMO === 'true') return { deployment: 'demo', because: [] }
  // scripts/serve.mjs sets NODE_ENV for React and marks it with NODE_ENV_FROM: that is not the operator's choice.
  const isNodeInProduction = NODE_ENV === 'production' && NODE_ENV_FROM !== 'muster' && PRODUCTION !== 'false'
  // As it is understood elsewhere, too: without spaces around it, its scheme in small letters.
  const url = URL.canParse(PUBLIC_URL ?? '') ? new URL(PUBLIC_URL ?? '') : null
  const because = [
    PRODUCTION === 'true' && 'PRODUCTION=true',
    url?.protocol === 'https:' && 'an https PUBLIC_URL',
    // A proxy in front may speak https, whatever this says.
    url?.protocol === 'http:' && isPublicHost(url) && 'a PUBLIC_URL with a public host name',
    HOST && !/^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(HOST) && 'a HOST other than loopback',
    TRUSTED_PROXIES && 'TRUSTED_PROXIES',
    isNodeInProduction && 'NODE_ENV=production',
  ].filter((reason) => typeof reason === 'string' && reason !== '') as string[]
  if (because.length > 0) return { deployment: 'production', because }
  return { deployment: DATABASE_URL && PRODUCTION !== 'false' ? 'local' : 'demo', because }
}

/** Whether others may reach a URL by its host: a name with a dot that is not private, or a public address. */
function isPublicHost({ hostname }: URL): boolean {
  // In small letters, addresses in their usual form.
  const host = hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1')
  const version = isIP(host)
  if (version) return !privateNetworks.check(host, version === 4 ? 'ipv4' : 'ipv6')
  return host.includes('.') && !privateEnding.test(host)
}
