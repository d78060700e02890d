/**
 * Reads Server-Sent Events until the stream ends.
 * @param alive called for everything that arrives, comments too
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  alive: () => void,
  heard: (event: string, text: string) => void,
): Promise<void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    alive()
    text += decoder.decode(value, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n')
      const fieldOf = (field: string) =>
        lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2))
      const [event] = fieldOf('event')
      if (event !== undefined) heard(event, fieldOf('data').join('\n'))
    }
  }
}
