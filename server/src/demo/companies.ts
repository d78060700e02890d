/** Account groups by the ids that every tenant has. */
export const groups = { distributor: 4, platinum: 5, gold: 6, silver: 7, buyer: 8 } as const

export interface DemoCompany {
  code: string
  name: string
  groupId: number
  city: string
  street: string
  postalCode: string
  countryCode: string
  timeZone: string
  languageCode: 'en' | 'it'
  /** First and last name of the account's administrator. */
  admin: [string, string]
  /** Relative volume of business; 1 is average. */
  weight: number
  below: DemoCompany[]
}

interface Place {
  countryCode: string
  timeZone: string
  languageCode: 'en' | 'it'
}

const italy: Place = { countryCode: 'IT', timeZone: 'Europe/Rome', languageCode: 'it' }
const germany: Place = { countryCode: 'DE', timeZone: 'Europe/Berlin', languageCode: 'en' }
const austria: Place = { countryCode: 'AT', timeZone: 'Europe/Vienna', languageCode: 'en' }
const switzerland: Place = { countryCode: 'CH', timeZone: 'Europe/Zurich', languageCode: 'en' }
const sweden: Place = { countryCode: 'SE', timeZone: 'Europe/Stockholm', languageCode: 'en' }
const norway: Place = { countryCode: 'NO', timeZone: 'Europe/Oslo', languageCode: 'en' }
const denmark: Place = { countryCode: 'DK', timeZone: 'Europe/Copenhagen', languageCode: 'en' }
const finland: Place = { countryCode: 'FI', timeZone: 'Europe/Helsinki', languageCode: 'en' }
const spain: Place = { countryCode: 'ES', timeZone: 'Europe/Madrid', languageCode: 'en' }
const portugal: Place = { countryCode: 'PT', timeZone: 'Europe/Lisbon', languageCode: 'en' }
const america: Place = { countryCode: 'US', timeZone: 'America/Chicago', languageCode: 'en' }

const company =
  (groupId: number) =>
  (
    code: string,
    name: string,
    place: Place,
    [street, postalCode, city]: [string, string, string],
    admin: [string, string],
    weight: number,
    below: DemoCompany[] = [],
  ): DemoCompany => ({ code, name, groupId, ...place, street, postalCode, city, admin, weight, below })

const distributor = company(groups.distributor)
const platinum = company(groups.platinum)
const gold = company(groups.gold)
const silver = company(groups.silver)
const buyer = company(groups.buyer)

/** Every account below the vendor: distributors, their resellers, and end users. All names are fictional. */
export const network: DemoCompany[] = [
  distributor(
    'PONTENUOVO',
    'Ponte Nuovo Distribuzione',
    italy,
    ['Via della Spiga 11', '20121', 'Milano'],
    ['Giulia', 'Ferri'],
    1.6,
    [
      gold('FERRANTE', 'Studio Ferrante', italy, ['Via Tortona 27', '20144', 'Milano'], ['Luca', 'Ferrante'], 1.7, [
        buyer('CANTIERI', 'Cantieri Bellavista', italy, ['Molo Giano 4', '16128', 'Genova'], ['Elena', 'Parodi'], 1.3),
        buyer('ARREDOVIVO', 'Arredo Vivo', italy, ['Via Monza 88', '20831', 'Seregno'], ['Paolo', 'Galbiati'], 1),
        buyer('GRANATA', 'Granata Architetti', italy, ['Corso Como 9', '20154', 'Milano'], ['Irene', 'Granata'], 0.9),
      ]),
      platinum(
        'OFFICINADIG',
        'Officina Digitale',
        italy,
        ['Via Emilia 140', '40026', 'Imola'],
        ['Davide', 'Monti'],
        1.4,
        [
          buyer(
            'MECCANOVA',
            'Meccanova Stampi',
            italy,
            ['Via dei Fabbri 6', '41122', 'Modena'],
            ['Chiara', 'Ruini'],
            1.2,
          ),
          buyer(
            'CERAMICHE',
            'Ceramiche del Santerno',
            italy,
            ['Via Lughese 31', '40026', 'Imola'],
            ['Fabio', 'Dalmonte'],
            0.8,
          ),
        ],
      ),
      gold('TECNODIS', 'Tecnodisegno Verona', italy, ['Via Mazzini 52', '37121', 'Verona'], ['Marta', 'Zanella'], 1, [
        buyer(
          'MARMIALTI',
          'Marmi Alti',
          italy,
          ['Località Cava 2', '37020', 'Sant’Anna d’Alfaedo'],
          ['Nicola', 'Bertoldi'],
          0.9,
        ),
        buyer(
          'VETRERIA',
          'Vetreria Adige',
          italy,
          ['Via dell’Industria 17', '37135', 'Verona'],
          ['Silvia', 'Corradi'],
          0.8,
        ),
      ]),
      silver(
        'LINEAVIVA',
        'Lineaviva Torino',
        italy,
        ['Corso Regina 201', '10122', 'Torino'],
        ['Andrea', 'Gallo'],
        0.8,
        [
          buyer(
            'CARROZZERIA',
            'Carrozzeria Moncalvo',
            italy,
            ['Strada del Po 12', '10024', 'Moncalieri'],
            ['Giorgio', 'Moncalvo'],
            1,
          ),
          buyer('SCENOTECA', 'Scenoteca', italy, ['Via Po 44', '10123', 'Torino'], ['Anna', 'Perotti'], 0.6),
        ],
      ),
    ],
  ),
  distributor(
    'ALPENWERK',
    'Alpenwerk Distribution',
    germany,
    ['Sonnenstraße 23', '80331', 'München'],
    ['Katrin', 'Huber'],
    1.5,
    [
      platinum(
        'RAUTENBERG',
        'Rautenberg CAD',
        germany,
        ['Kronenstraße 7', '70173', 'Stuttgart'],
        ['Jonas', 'Rautenberg'],
        1.5,
        [
          buyer(
            'KELLERMANN',
            'Kellermann Maschinenbau',
            germany,
            ['Industrieweg 3', '71034', 'Böblingen'],
            ['Sabine', 'Keller'],
            1.4,
          ),
          buyer('ZAHNRAD', 'Zahnrad Schwaben', germany, ['Am Neckar 15', '73728', 'Esslingen'], ['Timo', 'Vogt'], 1),
        ],
      ),
      gold(
        'ISARPLAN',
        'Isarplan Systeme',
        germany,
        ['Lindwurmstraße 76', '80337', 'München'],
        ['Lena', 'Brandl'],
        1.1,
        [
          buyer('HOLZHAUS', 'Holzhaus Tölz', germany, ['Isarkai 9', '83646', 'Bad Tölz'], ['Markus', 'Eder'], 0.9),
          buyer(
            'LICHTPLAN',
            'Lichtplan Seefeld',
            germany,
            ['Seestraße 1', '82229', 'Seefeld'],
            ['Carla', 'Stein'],
            0.7,
          ),
        ],
      ),
      gold('DONAUFORM', 'Donauform', austria, ['Praterstraße 40', '1020', 'Wien'], ['Stefan', 'Leitner'], 0.9, [
        buyer(
          'SEILBAHN',
          'Seilbahn Nordkette',
          austria,
          ['Höhenstraße 145', '6020', 'Innsbruck'],
          ['Birgit', 'Moser'],
          1.1,
        ),
        buyer(
          'MOEBELWIEN',
          'Möbelwerkstatt Ottakring',
          austria,
          ['Thaliastraße 88', '1160', 'Wien'],
          ['Florian', 'Pichler'],
          0.6,
        ),
      ]),
      silver(
        'BERGTAL',
        'Bergtal Informatik',
        switzerland,
        ['Bahnhofplatz 5', '7000', 'Chur'],
        ['Reto', 'Caduff'],
        0.8,
        [
          buyer(
            'PRAEZIS',
            'Präzis Uhrenteile',
            switzerland,
            ['Rue du Temple 14', '2300', 'La Chaux-de-Fonds'],
            ['Noémie', 'Jeanneret'],
            1.1,
          ),
          buyer(
            'TUNNELBAU',
            'Tunnelbau Rätia',
            switzerland,
            ['Via Nova 33', '7013', 'Domat/Ems'],
            ['Urs', 'Camenisch'],
            0.8,
          ),
        ],
      ),
    ],
  ),
  distributor(
    'NORRSKEN',
    'Norrsken Partners',
    sweden,
    ['Hantverkargatan 5', '112 21', 'Stockholm'],
    ['Astrid', 'Nyström'],
    1.2,
    [
      gold('BJORKVIK', 'Björkvik Data', sweden, ['Kungsgatan 12', '411 19', 'Göteborg'], ['Erik', 'Sandberg'], 1.1, [
        buyer(
          'SKEPPSVARV',
          'Hisingens Skeppsvarv',
          sweden,
          ['Varvsgatan 1', '417 17', 'Göteborg'],
          ['Maja', 'Holm'],
          1.2,
        ),
        buyer('TRAVERKET', 'Träverket i Lima', sweden, ['Sågvägen 4', '780 64', 'Lima'], ['Olle', 'Frisk'], 0.6),
      ]),
      gold('FJORDLINJE', 'Fjordlinje', norway, ['Bryggen 19', '5003', 'Bergen'], ['Ingrid', 'Solheim'], 1, [
        buyer('NORDHAVN', 'Nordhavn Offshore', norway, ['Kaivegen 60', '4056', 'Tananger'], ['Lars', 'Haugen'], 1.3),
        buyer('HYTTEBYGG', 'Hyttebygg Voss', norway, ['Uttrågata 8', '5700', 'Voss'], ['Kari', 'Mjelde'], 0.6),
      ]),
      silver(
        'SKAGENDT',
        'Skagen Design Tools',
        denmark,
        ['Havnegade 22', '9990', 'Skagen'],
        ['Mikkel', 'Thygesen'],
        0.7,
        [
          buyer('VINDMOLLE', 'Vindmølle Vest', denmark, ['Esbjergvej 101', '6700', 'Esbjerg'], ['Sofie', 'Kjær'], 1.1),
          buyer('STOLEFAB', 'Stolefabrikken', denmark, ['Møllevej 3', '8400', 'Ebeltoft'], ['Anders', 'Bach'], 0.6),
        ],
      ),
      silver('SAIMAA', 'Saimaa Systems', finland, ['Linnankatu 30', '57130', 'Savonlinna'], ['Aino', 'Lehtonen'], 0.7, [
        buyer('TELAKKA', 'Telakka Turku', finland, ['Telakkatie 5', '20240', 'Turku'], ['Juhani', 'Koskinen'], 1),
        buyer('SAUNATEHDAS', 'Saunatehdas', finland, ['Koivutie 2', '50100', 'Mikkeli'], ['Päivi', 'Rantala'], 0.6),
      ]),
    ],
  ),
  distributor(
    'COSTACLARA',
    'Costa Clara Software',
    spain,
    ['Calle de Colón 31', '46004', 'Valencia'],
    ['Marta', 'Ibáñez'],
    1,
    [
      gold('TALLER4', 'Taller Cuadrado', spain, ['Carrer de Sants 70', '08014', 'Barcelona'], ['Jordi', 'Puig'], 1, [
        buyer('AZULEJOS', 'Azulejos Levante', spain, ['Camí Real 18', '12006', 'Castellón'], ['Lucía', 'Roig'], 0.9),
        buyer(
          'PUERTOSUR',
          'Puerto Sur Ingeniería',
          spain,
          ['Avenida del Puerto 2', '11006', 'Cádiz'],
          ['Álvaro', 'Benítez'],
          1,
        ),
      ]),
      silver('RIBERA', 'Ribera Técnica', spain, ['Gran Vía 15', '48001', 'Bilbao'], ['Ane', 'Etxeberria'], 0.8, [
        buyer('ASTILLEROS', 'Astilleros Bidasoa', spain, ['Muelle 7', '20301', 'Irun'], ['Mikel', 'Arrieta'], 1),
        buyer('BODEGAS', 'Bodegas Peña Roja', spain, ['Camino Alto 1', '26200', 'Haro'], ['Rocío', 'Llorente'], 0.5),
      ]),
      silver(
        'ATLANTICA',
        'Atlântica Projetos',
        portugal,
        ['Rua das Flores 80', '4050-262', 'Porto'],
        ['Tiago', 'Moreira'],
        0.8,
        [
          buyer(
            'CORTICA',
            'Cortiça Nova',
            portugal,
            ['Rua do Sobreiro 9', '4535-012', 'Lourosa'],
            ['Beatriz', 'Sousa'],
            0.8,
          ),
          buyer(
            'PONTES',
            'Pontes & Vãos',
            portugal,
            ['Avenida da Liberdade 110', '1250-146', 'Lisboa'],
            ['Rui', 'Carvalho'],
            0.9,
          ),
        ],
      ),
    ],
  ),
  distributor(
    'LAKESHORE',
    'Lakeshore Digital Supply',
    america,
    ['200 West Adams Street', '60606', 'Chicago'],
    ['Denise', 'Whitfield'],
    1.1,
    [
      gold(
        'HARBORPINE',
        'Harbor & Pine',
        { ...america, timeZone: 'America/New_York' },
        ['48 Commercial Street', '04101', 'Portland'],
        ['Caleb', 'Morin'],
        1,
        [
          buyer(
            'TIMBERLINE',
            'Timberline Framing',
            { ...america, timeZone: 'America/New_York' },
            ['12 Mill Road', '05401', 'Burlington'],
            ['Hannah', 'Cole'],
            0.8,
          ),
          buyer(
            'BAYBRIDGE',
            'Baybridge Structures',
            { ...america, timeZone: 'America/New_York' },
            ['900 Light Street', '21230', 'Baltimore'],
            ['Marcus', 'Reid'],
            1.2,
          ),
        ],
      ),
      silver(
        'MESARIDGE',
        'Mesa Ridge Solutions',
        { ...america, timeZone: 'America/Denver' },
        ['1550 Larimer Street', '80202', 'Denver'],
        ['Paloma', 'Vega'],
        0.9,
        [
          buyer(
            'REDROCK',
            'Red Rock Fabrication',
            { ...america, timeZone: 'America/Denver' },
            ['75 Quarry Lane', '81501', 'Grand Junction'],
            ['Wade', 'Larsen'],
            0.9,
          ),
          buyer(
            'ALPINELIFT',
            'Alpine Lift Works',
            { ...america, timeZone: 'America/Denver' },
            ['300 Depot Street', '81657', 'Vail'],
            ['June', 'Abbott'],
            0.7,
          ),
        ],
      ),
    ],
  ),
]
