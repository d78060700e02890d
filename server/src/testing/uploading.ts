import type { In } from '@trellis/contract/endpoint'
import { files, type Upload, type UploadRequest } from '@trellis/contract/files'
import type { Person, World } from './network.ts'

type Request = Partial<In<typeof UploadRequest>>

/** The three steps of an upload, as a browser does them. */
export function uploading(world: Pick<World, 'app'>) {
  /** Calls a signed URL, without any other header. */
  const at = async (method: 'PUT' | 'GET', url: string, content?: Buffer | string) => {
    const { pathname, search } = new URL(url)
    const answer = await world.app.http.inject({
      method,
      url: pathname + search,
      ...(content !== undefined && { payload: content, headers: { 'content-type': 'application/octet-stream' } }),
    })
    const { statusCode: status, headers, rawPayload: bytes } = answer
    const isProblem = String(headers['content-type']).includes('problem+json')
    return { status, headers, bytes, code: isProblem ? (answer.json() as { code: string }).code : null }
  }

  const request = (person: Person, content: Buffer | string, wanted: Request = {}): Promise<Upload> =>
    person.call(files.requestUpload, {
      body: { fileName: 'offer.pdf', ...wanted, fileSizeInBytes: wanted.fileSizeInBytes ?? Buffer.byteLength(content) },
    })

  const commit = ({ accountFileId, uploadSessionId }: Upload, parentAccountId?: string | null) => ({
    body: { accountFileId, uploadSessionId, ...(parentAccountId && { parentAccountId }) },
  })

  /** Uploads a whole file and returns its id. */
  async function upload(person: Person, content: Buffer | string = 'content', wanted: Request = {}): Promise<string> {
    const announced = await request(person, content, wanted)
    const { status } = await at('PUT', announced.uploadUrl, content)
    if (status !== 204) throw new Error(`The bytes were answered with ${status}`)
    return (await person.call(files.commitUpload, commit(announced, wanted.parentAccountId))).accountFileId
  }

  return { at, request, commit, upload }
}
