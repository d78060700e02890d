/* The page of the API (/api): finds calls and schemas, and opens what an address names. Without it the page can be read. */

const all = [...document.querySelectorAll('details')].map((details) => ({
  details,
  text: `${details.id} ${details.querySelector('summary').textContent}`.toLowerCase(),
}))
const sections = [...document.querySelectorAll('section')]
const wanted = document.getElementById('wanted')
const found = document.getElementById('found')

function find() {
  const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const { details, text } of all) {
    const fits = words.every((word) => text.includes(word))
    details.hidden = !fits
    if (fits) count += 1
  }
  for (const section of sections) section.hidden = !section.querySelector('details:not([hidden])')
  found.textContent = words.length === 0 ? '' : `${count} found`
}

function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target?.tagName !== 'DETAILS') return
  if (target.hidden) {
    wanted.value = ''
    find()
  }
  target.open = true
  target.scrollIntoView()
}

wanted.addEventListener('input', find)
addEventListener('hashchange', open)
find()
open()
