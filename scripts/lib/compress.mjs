import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Smaller files are not worth compressing. Bytes. */
const worthIt = 1024

/** Writes `.br` and `.gz` files beside the built assets, so that the server never compresses during a request. */
export async function compressAssets(folder) {
  for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    if (bytes.length < worthIt) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10 }
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}
