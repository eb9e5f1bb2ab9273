// The floor, in a process of its own: node:http alone. It takes in what comes and answers as many bytes as the path says, or what it
// was told to answer at that path.
import { createServer } from 'node:http'

const answers = new Map()
const told = new Map()
const server = createServer((request, response) => {
  const answer = told.get(request.url)
  if (answer) {
    const isKnown = request.headers['if-none-match'] === answer.headers.etag
    response.writeHead(isKnown ? 304 : 200, isKnown ? answer.known : answer.headers)
    response.end(isKnown ? undefined : answer.body)
    return
  }
  const bytes = Number(request.url?.slice(1))
  const body = answers.get(bytes) ?? Buffer.alloc(bytes)
  answers.set(bytes, body)
  request.on('end', () => response.end(body)).resume()
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
process.on('message', ({ path, headers, body }) => {
  const { 'content-length': _length, 'content-encoding': _encoding, ...known } = headers
  told.set(path, { headers, known, body: Buffer.from(body, 'base64') })
})
process.on('disconnect', () => process.exit())
