import type { Worker } from 'node:cluster'

interface ClusterMessage {
  act?: string
  seq?: number
  ack?: number
}

type SendMessage = (message: ClusterMessage, handle?: { close: () => void }, ...others: unknown[]) => boolean

/** What a process said before it ended has been read after so long, in milliseconds. */
const lastMessagesMs = 100

/**
 * Gives connections to another process that were handed to one which was killed before it took them. Node would leave them open for
 * ever, and the client would wait for an answer. A process confirms each before it reads from it, so that nothing is answered twice.
 */
export function redistributeWhenKilled(worker: Worker, hasOthers: () => boolean): void {
  const child = worker.process
  const unconfirmed = new Map<number, { close: () => void }>()
  const send = child.send.bind(child) as unknown as SendMessage
  const sendAndRemember: SendMessage = (message, handle, ...others) => {
    if (message.act === 'newconn' && message.seq !== undefined && handle) unconfirmed.set(message.seq, handle)
    return send(message, handle, ...others)
  }
  child.send = sendAndRemember as unknown as typeof child.send
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) unconfirmed.delete(ack)
  })
  child.once('exit', () =>
    setTimeout(() => {
      // Takes the process off Node's list, where it stays while it has a connection to confirm.
      worker.disconnect()
      for (const [seq, handle] of unconfirmed) {
        // What a process says that no longer accepts connections.
        if (hasOthers()) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: false })
        else handle.close()
      }
    }, lastMessagesMs),
  )
}
