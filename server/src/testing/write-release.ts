// node … write-release.ts VERSION: see scripts/release.mjs.
import { writeRelease } from './releasing.ts'

const [, , version = ''] = process.argv
const { bytes } = await writeRelease(version)
process.stdout.write(`server/releases/${version}: ${Math.ceil(bytes / 1000)} kB\n`)
