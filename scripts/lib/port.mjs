import { createServer } from 'node:net'
import { say } from './run.mjs'

/** Exits at once with an explanation when the server's port is in use, before minutes of installing and building. */
export async function ensurePortIsFree({ PORT, HOST } = process.env) {
  const host = HOST || '127.0.0.1'
  const port = Number(PORT || 3000)
  // The server itself reports an invalid port.
  if (!Number.isInteger(port) || port < 1 || port > 65535) return
  const code = await problemOf(port, host)
  if (code === 'EADDRINUSE') {
    say(
      `Port ${port} of ${host} is in use by another program. Choose another one: PORT=${await freePort(host)} npm start`,
    )
    process.exit(1)
  }
  if (code === 'EACCES') {
    say(
      `Port ${port} of ${host} may not be used by this user. Choose another one: PORT=${await freePort(host)} npm start`,
    )
    process.exit(1)
  }
}

/** The error code why the port cannot be used, or undefined. */
function problemOf(port, host) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', ({ code }) => resolve(code))
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

async function freePort(host) {
  for (let port = 3980; port < 4080; port++) if (!(await problemOf(port, host))) return port
  return 8080
}
