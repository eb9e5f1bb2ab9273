import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ignore from '@balena/dockerignore'
import {
  type Copy,
  DockerfileParser,
  type Env,
  type From,
  type Instruction,
  type JSONInstruction,
} from 'dockerfile-ast'

/** What a container of an image is started with. */
export interface Image {
  /** The folder that is its root. */
  root: string
  workingDirectory: string
  environment: Record<string, string>
  user: string
  volumes: string[]
  command: string[]
  healthCheck: string[]
}

/** Settings by which the network of this machine is reached; a builder passes the proxies on, too. */
const networkSettings = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']
const debianPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** Where the certificates are put that this machine trusts beside Node's own, if there are any. */
const certificates = '/etc/build-certificates.pem'
/** Where this machine's cache of packages is while a step runs, so that not all of them are fetched again. */
const npmCache = '/var/cache/npm'

/**
 * Carries out a Containerfile as root, each stage in a folder that is its root. What cannot be had without a registry of images is replaced:
 * Debian is made by debootstrap, and the Node of its base image is the one that runs this, with this machine's npm.
 * @param context the folder to build from, whose .dockerignore counts
 * @param folder an empty folder for the stages
 * @throws for an instruction that is not known here, or a step that fails
 */
export function buildImage(containerfile: string, context: string, folder: string): Image {
  const stages = new Map<string, Image>()
  let image: Image | undefined
  for (const instruction of DockerfileParser.parse(readFileSync(containerfile, 'utf8')).getInstructions()) {
    const text = `${instruction.getKeyword()} ${instruction.getRawArgumentsContent() ?? ''}`
    console.log(`  ${text}`)
    if (instruction.getKeyword() === 'FROM') {
      const from = instruction as From
      const name = from.getBuildStage() ?? `stage-${stages.size}`
      image = openStage(from.getImageName() ?? '', from.getImageTag() ?? '', join(folder, name), join(folder, 'debian'))
      stages.set(name, image)
    } else if (image) carryOut(instruction, image, stages, context)
    else throw new Error(`nothing may come before FROM: ${text}`)
  }
  if (!image) throw new Error('the file has no FROM')
  return image
}

function openStage(name: string, tag: string, root: string, debian: string): Image {
  const suite = tag.split('-').find((word) => /^[a-z]+$/.test(word) && word !== 'slim')
  if (!suite || !['node', 'debian'].includes(name)) throw new Error(`the base image ${name}:${tag} is not known here`)
  if (!existsSync(debian)) {
    execFileSync('debootstrap', ['--variant=minbase', suite, debian, findMirror()], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  execFileSync('cp', ['--archive', debian, root])
  if (name === 'node') addNode(root, tag)
  return {
    root,
    workingDirectory: '/',
    environment: { PATH: debianPath },
    user: 'root',
    volumes: [],
    command: [],
    healthCheck: [],
  }
}

/** The mirror that this machine gets its own packages from. */
function findMirror(): string {
  const format = ['--format', '$(SITE) $(RELEASE) $(COMPONENT)', 'Created-By: Packages']
  const lines = execFileSync('apt-get', ['indextargets', ...format], { encoding: 'utf8' }).split('\n')
  const [mirror] = lines.filter((line) => / [a-z]+ main$/.test(line)).map((line) => line.split(' ')[0])
  if (!mirror) throw new Error('apt has no source for Debian here')
  return mirror
}

function addNode(root: string, tag: string): void {
  const [major] = process.versions.node.split('.')
  if (!tag.startsWith(`${major}-`)) throw new Error(`the base image has Node ${tag}, this is ${process.version}`)
  const npm = dirname(dirname(realpathSync(findProgram('npm'))))
  const prefix = join(root, 'usr/local')
  mkdirSync(join(prefix, 'lib/node_modules'), { recursive: true })
  cpSync(process.execPath, join(prefix, 'bin/node'))
  cpSync(npm, join(prefix, 'lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(prefix, 'bin/npm'))
  console.log(`    (Debian by debootstrap, with Node ${process.version} of this project, and npm of this machine)`)
}

/** @throws if the program is not installed */
function findProgram(name: string): string {
  return execFileSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).trim()
}

function carryOut(instruction: Instruction, image: Image, stages: Map<string, Image>, context: string): void {
  const content = instruction.getArgumentsContent() ?? ''
  const words = instruction.getArguments().map((word) => word.getValue())
  switch (instruction.getKeyword()) {
    case 'RUN':
      runStep(image, content)
      return
    case 'COPY':
      copy(instruction as Copy, image, stages, context)
      return
    case 'WORKDIR':
      image.workingDirectory = posix.resolve(image.workingDirectory, content)
      mkdirSync(join(image.root, image.workingDirectory), { recursive: true })
      return
    case 'ENV': {
      // As a builder does: all names of one instruction are replaced by what they were before it.
      const before = { ...image.environment }
      for (const property of (instruction as Env).getProperties()) {
        const value = property.getValue() ?? ''
        image.environment[property.getName()] = value.replace(/\$\{?(\w+)\}?/g, (_, used: string) => before[used] ?? '')
      }
      return
    }
    case 'USER':
      image.user = content
      return
    case 'VOLUME':
      image.volumes.push(...words)
      return
    case 'EXPOSE':
      return
    case 'CMD':
      image.command = readArguments(instruction as JSONInstruction)
      return
    case 'HEALTHCHECK': {
      const [, list = ''] = /CMD\s+(\[.*\])\s*$/s.exec(content) ?? []
      image.healthCheck = JSON.parse(list) as string[]
      return
    }
    default:
      throw new Error(`${instruction.getKeyword()} is not known here`)
  }
}

function readArguments(instruction: JSONInstruction): string[] {
  return instruction.getJSONStrings().map((word) => word.getJSONValue())
}

function runStep({ root, workingDirectory, environment, user }: Image, command: string): void {
  const network = networkSettings.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  const own = process.env.NODE_EXTRA_CA_CERTS
  if (own) cpSync(own, join(root, certificates))
  mkdirSync(join(root, npmCache), { recursive: true })
  const settings = {
    ...environment,
    ...Object.fromEntries(network),
    npm_config_registry: askNpm('registry'),
    npm_config_cache: npmCache,
    npm_config_prefer_offline: 'true',
    ...(own && { NODE_EXTRA_CA_CERTS: certificates }),
  }
  const program = [...becoming(user), ...withEnvironment(settings, workingDirectory), '/bin/sh', '-c', command]
  const script = `mount -t proc proc "$1/proc"; mount --bind "$0" "$1${npmCache}"; exec chroot "$@"`
  const cache = askNpm('cache')
  mkdirSync(cache, { recursive: true })
  const { status } = spawnSync('unshare', [...ownNamespaces, 'sh', '-ec', script, cache, root, ...program], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error(`the step ended with ${status}: ${command}`)
}

function askNpm(setting: string): string {
  return execFileSync('npm', ['config', 'get', setting], { encoding: 'utf8' }).trim()
}

/** Mounts and processes of a container are its own and end with it. */
export const ownNamespaces = ['--mount', '--pid', '--fork', '--kill-child', '--']

/** The words in front of a program that run it as a user of the image, without any capability. */
export function becoming(user: string): string[] {
  if (user === 'root') return []
  const ids = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']
  return ['setpriv', ...ids, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
}

/** The words in front of a program that give it a folder, and these settings alone. */
export function withEnvironment(settings: Record<string, string>, folder: string): string[] {
  return ['env', '-i', `--chdir=${folder}`, ...Object.entries(settings).map((pair) => pair.join('='))]
}

function copy(instruction: Copy, image: Image, stages: Map<string, Image>, context: string): void {
  const [from, to, ...more] = instruction.getArguments().map((word) => word.getValue())
  const flags = instruction.getFlags().filter((flag) => flag.getName() !== 'from')
  if (!from || !to || more.length > 0 || flags.length > 0) throw new Error('COPY takes one source and one target here')
  const target = join(image.root, posix.resolve(image.workingDirectory, to))
  mkdirSync(target, { recursive: true })
  const stageName = instruction.getFromFlag()?.getValue()
  if (stageName) {
    const stage = stages.get(stageName)
    if (!stage) throw new Error(`there is no stage ${stageName}`)
    execFileSync('cp', ['--archive', `${join(stage.root, from)}/.`, target])
  } else if (from === '.') copyContext(context, target)
  else throw new Error(`COPY ${from} is not known here`)
}

/** Copies what .dockerignore leaves of a folder. */
function copyContext(context: string, target: string): void {
  const rules = ignore().add(readFileSync(join(context, '.dockerignore'), 'utf8'))
  const files = readdirSync(context, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(context.length + 1))
  for (const path of rules.filter(files)) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(context, path), join(target, path), { preserveTimestamps: true })
  }
}
