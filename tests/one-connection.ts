import { Agent, request } from 'node:http'

/** What came of a request: its status, and whether its connection had carried one before. */
export interface AnswerOnConnection {
  status: number | undefined
  isReused: boolean
}

/** A client that sends one request after another, all on one connection for as long as the server leaves it open. */
export function openConnection(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return {
    /** @throws if the connection is cut off before the answer */
    send: (method: string, path: string, body = '') =>
      new Promise<AnswerOnConnection>((resolve, reject) => {
        const sent = request(origin + path, { method, agent, headers }, (response) => {
          response.resume().once('end', () => resolve({ status: response.statusCode, isReused: sent.reusedSocket }))
        })
        sent.once('error', reject).end(body)
      }),
    close: () => agent.destroy(),
  }
}
