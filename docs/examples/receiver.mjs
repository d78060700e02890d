/*
 * Receives the events of a webhook: `npm install standardwebhooks`, then `SECRET=whsec_… PORT=8080 node receiver.mjs`.
 * Prints one line for each event. Behind a proxy with TLS it is what a portal can call.
 */
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.SECRET)
/** In a real system: a table, written together with what the event changes. */
const done = new Set()

createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  try {
    const event = webhook.verify(body, request.headers)
    const id = request.headers['webhook-id']
    if (!done.has(id)) console.log(id, event.type, event.entityId)
    done.add(id)
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(Number(process.env.PORT ?? 8080))
