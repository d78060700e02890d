/** Offers content to the user as a file download. */
export function download(name: string, content: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoke the URL later, because the browser may still be reading from it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
