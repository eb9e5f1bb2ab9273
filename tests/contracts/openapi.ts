import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'

/** A request that was sent, and what came back: no status where the connection broke. */
export interface Exchange {
  method: string
  url: URL
  headers: Headers
  body: string | null
  answer: { status: number; type: string | null; body: string } | null
}

type Schema = { [keyword: string]: unknown }
type Part = 'parameters' | 'responses' | 'schemas' | 'requestBodies'
type Content = { content: { 'application/json': { schema: Schema } } }
interface Operation {
  parameters?: Schema[]
  requestBody?: Schema
  responses: { [status: string]: Schema }
}

/** An OpenAPI 3.0 document, in JSON, whose references are to its own components. */
export interface OpenApi {
  paths: { [path: string]: { [method: string]: Operation } }
  components: { [part in Part]: { [name: string]: Schema } }
}

interface Parameter {
  in: 'path' | 'query' | 'header'
  name: string
  required?: boolean
  schema: Schema
}

/** The operation of a request, such as 'GET /orders/{id}', and each thing in which the exchange is not as the document says. */
export interface Judgement {
  operation: string | null
  problems: string[]
}

export interface Contract {
  /** All operations of the document, such as 'GET /orders/{id}'. */
  operations: string[]
  judge: (exchange: Exchange) => Judgement
  /** In what a value of an answer is not as the schema of this name says. */
  compare: (schema: string, value: unknown) => string[]
}

/**
 * Reads a document strictly: it says which fields exist, and no others may be there; who only reads a field must not send it; what has
 * fields is an object.
 */
export function openContract({ paths, components }: OpenApi): Contract {
  const follow = <Target>(given: Schema): Target => {
    const [, , part, name] = String(given.$ref ?? '').split('/')
    return (part && name ? components[part as Part][name] : given) as Target
  }

  const open = (hidden: 'readOnly' | 'writeOnly') => {
    const isHidden = (schema: Schema): boolean =>
      schema[hidden] === true || ((schema.allOf ?? []) as Schema[]).some(isHidden)

    /** `isWhole` unless the schema is one of several that hold for the same object. */
    const tighten = (schema: Schema, isWhole = true): Schema => {
      const properties = Object.entries((schema.properties ?? {}) as { [name: string]: Schema })
      const isObject = '$ref' in schema || 'allOf' in schema || 'properties' in schema
      return {
        ...schema,
        ...('$ref' in schema && { $ref: `contract#/$defs/${String(schema.$ref).split('/').at(-1)}` }),
        ...('allOf' in schema && { allOf: (schema.allOf as Schema[]).map((part) => tighten(part, false)) }),
        ...('items' in schema && { items: tighten(schema.items as Schema) }),
        ...('properties' in schema && {
          type: 'object',
          properties: Object.fromEntries(
            properties
              .filter(([, property]) => !isHidden(property))
              .map(([name, property]) => [name, tighten(property)]),
          ),
        }),
        ...(isObject && isWhole && { unevaluatedProperties: false }),
      }
    }
    const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false })
    const definitions = Object.entries(components.schemas).map(([name, schema]) => [name, tighten(schema, false)])
    ajv.addSchema({ $id: 'contract', $defs: Object.fromEntries(definitions) })
    const compiled = new Map<Schema, ValidateFunction>()
    return (schema: Schema, value: unknown): string[] => {
      const validate = compiled.get(schema) ?? ajv.compile(tighten(schema) as AnySchema)
      compiled.set(schema, validate)
      if (validate(value)) return []
      return (validate.errors ?? []).map(({ instancePath, message, params }) => {
        const more = 'unevaluatedProperty' in params ? ` (${params.unevaluatedProperty})` : ''
        return `${instancePath} ${message}${more}`
      })
    }
  }
  const [checkRequest, checkAnswer] = [open('readOnly'), open('writeOnly')]

  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      pattern: new RegExp(`^${method} ${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`, 'i'),
      parameters: (operation.parameters ?? []).map((parameter) => follow<Parameter>(parameter)),
      body: operation.requestBody && follow<Content>(operation.requestBody),
      answers: new Map(
        Object.entries(operation.responses).map(([status, answer]) => [Number(status), follow<Content>(answer)]),
      ),
    })),
  )
  type Known = (typeof operations)[number]

  const judgeParameters = ({ parameters }: Known, path: { [name: string]: string }, { url, headers }: Exchange) => {
    const unknown = [...url.searchParams.keys()].filter(
      (name) => !parameters.some((parameter) => parameter.in === 'query' && parameter.name === name),
    )
    return [
      ...unknown.map((name) => `sends the parameter '${name}'`),
      ...parameters.flatMap(({ in: place, name, required, schema }) => {
        const all = { path: path[name] ?? null, query: url.searchParams.get(name), header: headers.get(name) }
        const text = all[place]
        if (text === null) return required ? [`sends no ${place} parameter '${name}'`] : []
        const isGood = [text, readScalar(text)].some((value) => checkRequest(schema, value).length === 0)
        return isGood ? [] : [`sends '${text}' as the parameter '${name}'`]
      }),
    ]
  }

  const judgeBody = ({ body }: Known, exchange: Exchange): string[] => {
    if (!body) return exchange.body === null ? [] : ['sends a body']
    if (!isJson(exchange.headers.get('Content-Type'))) return ['sends no JSON']
    return checkRequest(body.content['application/json'].schema, readJson(exchange.body)).map((text) => `sends ${text}`)
  }

  const judgeAnswer = ({ answers }: Known, { answer }: Exchange): string[] => {
    if (!answer) return []
    const known = answers.get(answer.status)
    if (!known) return [`is answered with ${answer.status}`]
    if (!isJson(answer.type)) return ['is answered with no JSON']
    return checkAnswer(known.content['application/json'].schema, readJson(answer.body)).map(
      (text) => `is answered with ${text}`,
    )
  }

  return {
    operations: operations.map(({ name }) => name),
    judge: (exchange) => {
      const asked = `${exchange.method} ${exchange.url.pathname}`
      for (const operation of operations) {
        const match = operation.pattern.exec(asked)
        if (!match) continue
        const problems = [
          ...judgeParameters(operation, match.groups ?? {}, exchange),
          ...judgeBody(operation, exchange),
          ...judgeAnswer(operation, exchange),
        ]
        return { operation: operation.name, problems }
      }
      return { operation: null, problems: [`${asked} is not in the contract`] }
    },
    compare: (schema, value) => checkAnswer({ $ref: `#/components/schemas/${schema}` }, value),
  }
}

/** Text of a parameter as the number or the truth value that it may stand for. */
function readScalar(text: string): unknown {
  return /^(?:-?\d+|true|false)$/.test(text) ? JSON.parse(text) : text
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function isJson(type: string | null): boolean {
  return /^application\/json\b/.test(type ?? '')
}
