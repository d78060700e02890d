// Verifies the receipt of a deal. Needs Node 20 and nothing else.
//   node verify-receipt.mjs keys.json receipt.txt [salt prospect products]
// keys.json is what GET {portal}/api/v1/devices/keys answered; the last three are what the deal's owner disclosed.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [keysFile, receiptFile, salt, prospect, products] = process.argv.slice(2)
const [header, payload, signature] = readFileSync(receiptFile, 'utf8').trim().split('.')
const read = (part) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
const { alg, typ, kid } = read(header)
const key = JSON.parse(readFileSync(keysFile, 'utf8')).keys.find((each) => each.kid === kid)
const fail = (why) => {
  console.error(`Not valid: ${why}`)
  process.exit(1)
}
if (alg !== 'EdDSA' || typ !== 'trellis-deal-receipt+jwt') fail('this is no receipt of a deal')
if (key === undefined) fail('the portal has no such key')
const signed = Buffer.from(`${header}.${payload}`)
if (!verify(null, signed, createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64url')))
  fail('the signature is wrong')
const claims = read(payload)
const hashOf = (text) => createHash('sha256').update(`${salt}\n${text}`).digest('base64url')
if (prospect !== undefined && hashOf(prospect) !== claims.prospect.hash) fail('it is another prospect')
if (products !== undefined && hashOf(products) !== claims.products.hash) fail('these are other products')
console.log(`${claims.dealCode} of ${claims.vendorName}, registered ${claims.registeredAt}`)
console.log(`prospect since ${claims.prospect.at}${prospect === undefined ? '' : `: ${prospect}`}`)
console.log(`products since ${claims.products.at}${products === undefined ? '' : `: ${products}`}`)
