// The floor, in a process of its own: node:http alone, which takes in what comes and answers as many bytes as the path says.
import { createServer } from 'node:http'

const answers = new Map()
const server = createServer((request, response) => {
  const bytes = Number(request.url?.slice(1))
  const answer = answers.get(bytes) ?? Buffer.alloc(bytes)
  answers.set(bytes, answer)
  request.on('end', () => response.end(answer)).resume()
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
process.on('disconnect', () => process.exit())
