/**
 * The accented letters of each language, each with the letters that stand before it (`^`: it begins a word), a slash, and those
 * that stand after it (`$`: it ends one). Written by `node scripts/letter-pairs.mjs`.
 */
// biome-ignore format: one line a language
export const letterPairs: Record<string, string> = {
  it: 'àilrt/$ è^ft/$ éhmn/$ ìdlsv/$ ínr/$n òilru/$ ól/n ùgilnrtv/$',
  de: 'ßaeiouöü/$en ä^bdfhjklmrw/cfghilmnprstu éfmnr/$ ín/$ ö^bfghjklmrz/bdghlnrstwß ü^bdfghjklmnrstwz/$bcdfghlnrsß',
  fr: 'à^jl/$ âch/bt ç^aenr/aou èdhilmprv/glnqrsv é^abcdfghijlmnoprtuvwyzé/$abcdefgjlmnopqrsté ê^binprt/ct ëo/l î^ano/lmt ïae/dflmnqstw ól/n ôhr/mt ùo/$ ûos/rt œ^bcs/u',
  es: 'á^bcdmnrstyz/$dflnrstvñ é^cdilmnprstu/$cfilnrsx í^cdlmnrstuvñ/$acgnrst ñaeiuáú/aeoí ó^cdegilmrtz/dlmnprs ú^bghnprst/$blmnsñ üg/ei',
  pt: 'à^/$s á^bdhimrtuv/$bglrsvz âclmtz/mn ãdhilmnoprstzç/$eo çaeinouí/aoãú é^bgmnst/$clrsv êcdilmnru/$mns í^ailnrstu/bcdgnrsvç ó^bcdet/dlnrst ôdlt/n õm/e ú^bhnprtç/bclmns',
  sv: 'ä^bflmrv/cknrst å^epr/$klnrs çao/a é/ í/ ól/n ö^dfgjklmnrstu/$abgmnprst',
  da: 'å^lmnpr/$dlr æ^bfkmrs/klnrs é/ ø^hjkmnrstu/$bejnrs',
  nb: 'å^lmnpr/$dklrs æ^bf/r é/ ø^djknrstu/$nprsy',
  fi: 'ä^fhjlmnprtvä/$hijklmnrsä ém/ ír/n ól/n öilpy/$jty š^ait/$aeiu žd/ai',
  is: 'á^hjlmns/$delrs æfrstv/$jnrsð érst/kr í^abdfghjklmnprstvxþ/$abdegklmnprstuvó ðfiruæóý/$aimuv ó^abdegjklmprstíþ/$abdklmnprstvð öhjmrtv/fnr ú^bdfgjklmnprst/$abdegjklmnprstvx ýlnsþ/jnrsð þ^e/jíóý',
  nl: 'é^fé/$né ëaei/$ln ïaeu/ent öor/er',
  en: 'àj/$ ça/a écdfghmrt/$gjs ír/n ïa/v ól/n',
  pl: 'óikmnprwłż/djwł ądils/$bdsż ć^łś/$m ębgimwzż/cdgtśż ł^abcdgosuwzó/$adgknotuóć ńaeiouyź/$s ś^ioę/clnwć ź^ado/$nrń ż^adąę/acikyóę',
  cs: 'á^bdeghjklmnprstuvzďřž/$bdjklmnprtzčřš édkmnrvz/$dlnrsš í^lmnprstvzčřšž/$bchlnrsv ó^lr/dn ú^ahs/dpstz ýklntv/$c č^eiuá/aekntuí ď^až/aá ěbdmnpt/$cjklmst ňaeů/$a ř^optá/$eáí š^abdeghijlmnortuvyzáéž/$aipství ťu/o ůdkr/mvňž ž^deilnoů/ailnsáíďš',
  sk: 'ábdgjklmnprtuvz/$bdklnprtvzčľšž ämv/st ébdgkmnrvz/$dlnrzš í^dflmnprtzčž/$bcjklnrsv ódiklnrt/npr ôk/ň ú^cm/nz ýknstv/$cr č^bdeghijlmnortvá/$aeintuí ď^a/a ĺdt/pž ľ^eoá/$aosu ňô/$a ŕv/b š^aeinouyzáé/$aikopstvť ťsš/$a ž^dlnouáĺ/aiknosí',
  hu: 'á^bdeghijklmnprstuvz/bcdghjklmnprstvz é^bdghlmnprstvz/$bcdgklmnprstvz í^cdklmrvyz/$bmnrtvz ó^abdgiknrt/$cgilnpt ö^fgklrtz/egklnprsz ú^afpr/djprtz ü^fkrst/klrz ődfnry/$r űtz/cr',
  hr: 'ć^iu/$ao č^aeioru/aeijknu đ^aer/aeiu š^aeijnru/$aeikprtv ž^delou/aein',
  sl: 'č^aeimnorš/$aeijnru š^abdegijlmnortuv/$eikoprtvč ž^adilru/aein',
  ro: 'âcfgkms/nrz ém/$ ír/n î^/mn ăbcdfhlnprstzș/$rtu ş^aeio/aiot ţ^en/$au ș^ai/$iă țaeno/ai',
  tr: 'ç^aeikopstçüış/$aeiruyçüı ö^bgrs/dilnrzğ ü^bdgklmrtyç/bcknrtyzçş ğaeoöı/$adeilmor ı^dghklmnrstyç/$klmnrszçğş ş^aeimnuvyüı/$aeimtç',
}
