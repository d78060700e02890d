import S3rver from 's3rver'

/** A server on loopback that speaks S3 and keeps its objects in a folder, with one bucket. */
export async function bucketServer(directory: string) {
  const options = { address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'portal' }] }
  let server = new S3rver({ ...options, port: 0 })
  const { port } = await server.run()
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/portal?tls=0`,
    stop: () => server.close(),
    async start() {
      server = new S3rver({ ...options, port })
      await server.run()
    },
  }
}
