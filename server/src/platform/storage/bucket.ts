import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { OperatorError } from '../operator-error.ts'
import { type BucketAddress, readBucketUrl } from './bucket-url.ts'
import { exactly } from './exactly.ts'
import { orUnavailable, type Storage, type Stored, unavailable } from './storage.ts'

/** A store in an S3-compatible bucket. The bucket must exist. */
export function openBucket(url: string): Storage {
  const address = readBucketUrl(url)
  if (typeof address === 'string') throw new OperatorError(`STORAGE_URL ${address}`)
  const client = clientOf(address)
  const { bucket: Bucket } = address

  const sizeOf = (Key: string) =>
    ifThere(client.send(new HeadObjectCommand({ Bucket, Key })).then(({ ContentLength = 0 }) => ContentLength))

  return {
    async write(Key, source, size) {
      const { content, fault } = exactly(size, source)
      const given = new AbortController()
      // Otherwise the client waits for the announced bytes.
      content.once('error', () => given.abort())
      const put = new PutObjectCommand({ Bucket, Key, Body: content, ContentLength: size })
      try {
        await client.send(put, { abortSignal: given.signal })
      } catch (error) {
        await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(() => undefined)
        throw fault() ?? unavailable(error)
      }
    },

    read: (Key, part) =>
      orUnavailable(async () => {
        const Range = part && `bytes=${part.start}-${part.end}`
        const answer = await ifThere(client.send(new GetObjectCommand({ Bucket, Key, Range })))
        return answer && (answer.Body instanceof Readable ? answer.Body : Readable.from([]))
      }),

    sizeOf: (Key) => orUnavailable(() => sizeOf(Key)),

    move: (from, to) =>
      orUnavailable(async () => {
        const copy = new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` })
        if ((await ifThere(client.send(copy))) === null) return (await sizeOf(to)) !== null
        await client.send(new DeleteObjectCommand({ Bucket, Key: from }))
        return true
      }),

    remove: (Key) => orUnavailable(async () => void (await client.send(new DeleteObjectCommand({ Bucket, Key })))),

    async *list(Prefix): AsyncGenerator<Stored> {
      let ContinuationToken: string | undefined
      do {
        const after = { Bucket, Prefix, ContinuationToken }
        const page = await orUnavailable(() => client.send(new ListObjectsV2Command(after)))
        for (const { Key = '', Size = 0 } of page.Contents ?? []) yield { key: Key, size: Size }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },

    close: () => client.destroy(),
  }
}

const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey, pathStyle }: BucketAddress) =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Many S3-compatible servers do not know the newer checksums; the portal verifies SHA-256 itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 15_000 },
  })

/** Null instead of an error for an object that does not exist. */
const ifThere = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: { name?: string; $metadata?: { httpStatusCode?: number } }) => {
    if (error.name === 'NoSuchKey' || error.name === 'NotFound') return null
    throw error
  })
