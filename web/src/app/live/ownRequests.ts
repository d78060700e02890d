/** The requests of this tab, so that what it changed itself is not shown as somebody's change. */

const most = 200
const requests = new Set<string>()

export function rememberRequest(response: Response): void {
  const id = response.headers.get('X-Request-Id')
  if (id === null) return
  requests.add(id)
  for (const oldest of requests) {
    if (requests.size <= most) break
    requests.delete(oldest)
  }
}

export const isOwnRequest = (id: string | null): boolean => id !== null && requests.has(id)
