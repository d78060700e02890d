import type { FileDownload } from '@trellis/contract/files'

/** The path of a signed URL: the browser asks its own origin, whatever the public URL of the installation is. */
export const pathOfSigned = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Opens the link of a file: the browser saves it. */
export function openLink({ downloadUrl, fileName }: FileDownload): void {
  const link = document.createElement('a')
  link.href = pathOfSigned(downloadUrl)
  link.download = fileName
  link.click()
}
