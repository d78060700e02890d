/** Domains at which everybody has a mailbox or a page: being at one says nothing about the company. */
const sharedDomains = new Set(
  `gmail.com googlemail.com google.com outlook.com outlook.it outlook.de outlook.fr outlook.es hotmail.com hotmail.it hotmail.fr hotmail.de
  hotmail.es hotmail.co.uk live.com live.it live.fr live.de live.nl live.co.uk live.se msn.com icloud.com me.com mac.com yahoo.com yahoo.it
  yahoo.de yahoo.fr yahoo.es yahoo.co.uk ymail.com rocketmail.com aol.com aol.de aol.it proton.me protonmail.com pm.me tutanota.com tuta.com
  tuta.io mail.com email.com usa.com gmx.com gmx.de gmx.net gmx.at gmx.ch gmx.fr gmx.es web.de freenet.de t-online.de arcor.de mailbox.org posteo.de
  online.de vodafone.de vodafone.it 1und1.de kabelmail.de fastmail.com fastmail.fm zoho.com zohomail.com zohomail.eu hey.com yandex.com yandex.ru mail.ru inbox.ru
  list.ru bk.ru rambler.ru inbox.com hushmail.com libero.it virgilio.it alice.it tin.it tim.it tiscali.it inwind.it iol.it email.it katamail.com
  fastwebnet.it aruba.it pec.it legalmail.it arubapec.it postecert.it poste.it pec.net mypec.eu legalmail.com registerpec.it sicurezzapostale.it pecimprese.it
  cert.legalmail.it pec.buffetti.it gigapec.it postacert.it casellapec.com pec-legal.it pecveneto.it cia.legalmail.it teletu.it wind.it supereva.it
  orange.fr wanadoo.fr free.fr sfr.fr laposte.net bbox.fr neuf.fr numericable.fr club-internet.fr aliceadsl.fr voila.fr
  telefonica.net movistar.es terra.es ono.com orange.es ya.com wanadoo.es euskaltel.net ziggo.nl kpnmail.nl planet.nl home.nl xs4all.nl hetnet.nl
  upcmail.nl casema.nl chello.nl quicknet.nl telenet.be skynet.be proximus.be scarlet.be telia.com bredband.net comhem.se spray.se telia.se tele2.se
  online.no hotmail.no wp.pl o2.pl onet.pl onet.eu interia.pl interia.eu gazeta.pl op.pl poczta.onet.pl vp.pl tlen.pl bluewin.ch hispeed.ch sunrise.ch
  swissonline.ch bluemail.ch aon.at chello.at a1.net sapo.pt seznam.cz centrum.cz email.cz post.cz azet.sk btinternet.com sky.com virginmedia.com
  talktalk.net ntlworld.com blueyonder.co.uk comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net
  qq.com 163.com 126.com sina.com naver.com daum.net
  facebook.com instagram.com linkedin.com twitter.com x.com youtube.com tiktok.com google.it paginegialle.it wixsite.com wix.com wordpress.com
  blogspot.com jimdo.com jimdofree.com jimdosite.com weebly.com squarespace.com webnode.it webnode.com altervista.org myshopify.com shopify.com
  github.io linktr.ee business.site sites.google.com amazon.com amazon.it ebay.com ebay.it etsy.com tripadvisor.com booking.com example.com`
    .trim()
    .split(/\s+/),
)

/** Second-level domains under which names are registered: `acme.co.uk`. */
const registries = new Set('co com org net gov edu ac ltd plc me gob nom asso'.split(' '))

/** The part of a host that one company registered. */
function registered(host: string): string {
  const labels = host.split('.')
  const country = labels.at(-1)!
  const size = labels.length > 2 && country.length === 2 && registries.has(labels.at(-2)!) ? 3 : 2
  return labels.slice(-size).join('.')
}

function domainOf(host: string): string | null {
  const plain = host.trim().toLowerCase().replace(/\.$/, '')
  if (!/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(plain) || /^[\d.]+$/.test(plain)) return null
  const domain = registered(plain)
  return sharedDomains.has(plain) || sharedDomains.has(domain) ? null : domain
}

/** The domain of a company's mail address, or null for none and for a provider's. */
export const mailDomain = (email: string): string | null => {
  const at = email.lastIndexOf('@')
  return at === -1 ? null : domainOf(email.slice(at + 1))
}

/** The domain of a web site, with or without scheme and path, or null for none and for a platform's. */
export const webDomain = (webSite: string): string | null =>
  domainOf(
    webSite
      .trim()
      .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
      .replace(/^[^/?#]*@/, '')
      .replace(/[/?#:].*$/s, ''),
  )
