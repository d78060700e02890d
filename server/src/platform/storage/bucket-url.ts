/** An S3-compatible bucket and how to reach it. */
export interface BucketAddress {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket is part of the path, not of the host name. */
  pathStyle: boolean
}

const known = ['region', 'tls', 'pathStyle']
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/**
 * Reads `s3://KEY:SECRET@HOST[:PORT]/BUCKET?region=…&tls=0|1&pathStyle=0|1`; special characters of key and secret are
 * percent-encoded. Returns a sentence about the fault instead, which never contains the URL.
 */
export function readBucketUrl(text: string): BucketAddress | string {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return 'must be s3://KEY:SECRET@HOST/BUCKET'
  const url = new URL(text)
  const bucket = url.pathname.slice(1)
  if (url.username === '' || url.password === '' || url.hostname === '')
    return 'must have key, secret and host: s3://KEY:SECRET@HOST/BUCKET'
  if (!bucketName.test(bucket)) return 'must name one bucket after the host'
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined) return `does not know the option ${unknown}: there are ${known.join(', ')}`
  const isOn = (name: string) => url.searchParams.get(name) ?? '1'
  if (![isOn('tls'), isOn('pathStyle')].every((value) => value === '0' || value === '1'))
    return 'takes 0 or 1 for tls and pathStyle'
  try {
    return {
      endpoint: `${isOn('tls') === '1' ? 'https' : 'http'}://${url.host}`,
      bucket,
      region: url.searchParams.get('region') ?? 'us-east-1',
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      pathStyle: isOn('pathStyle') === '1',
    }
  } catch {
    return 'has a percent sign that encodes nothing'
  }
}
