/** Common nouns of domain models, each with its plural. */

type Noun = readonly [singular: string, plural: string];

const words = (text: string) => text.trim().split(/\s+/);

const WITH_S = words(`
  abdomen absence account ache action active actor acumen additive adhesive adjective advert agenda agent agnomen
  aisle alarm album albumen alcove alibi allegro allergen alliance allocation allowance alloy alternative ambulance
  amen amount angle animal announcement answer antenna apache apartment apple appliance application appointment
  apprentice aquarium archive area argument arrival article artist asset assignment asylum ataman athlete attachment
  attendee attribute auction audience author authorization auto automobile avalanche avocado backache badge bag
  balance banana band bank banner bar barcode base basement basket bathtub battle bay bayou bed beer belief believer
  bicycle bid biggie bike bikini bill bin biotech bird bitumen blade blog blouse boat bond bonnet boogie book booking
  boot bottle bounce bourgeoisie bow boy bracelet brahman brake brand brasserie breed breeze bridge brief broker
  bronze brownie browser buffet bug building bullet bundle buoy burger button buyer cabbie cabin cable cache cafe
  caiman cake calendar calorie camera camp campaign canoe cap captive car carafe card career cargo caribou carpet
  carrier cart cartouche case cashier casino castle castrato catechumen cause cave cayman ceiling cell centre
  certificate cerumen chair challenge chapter character charge chart check cheese chef chest chief chive choice chore
  circle citation claim clause client cliff clinic clone close closure cloud clove clue code coffee cognomen coin
  collection collective college collie colour column commando comment committee component computer concert condition
  conference connection consent consumer contact container contest contract contribution cookie copier cost coterie
  counter coupon course court cove cover cowrie crate creature creche credential credit crevasse crew crime cruise
  culmen curve customer cutie cyclamen cycle dance date deadline deal decade defense degree delegate demand demo
  dentist department deposit derivative design desk desman detective device dialogue diet dinosaur direction directive
  director disc discount disease display disuse dive division doctor document doggie dogma dolmen domain donation
  donor door dose dove draft dragoman drama drawer dream drink drive driver drone drug due duke duramen duration
  dynamo eagle earache earring edge egg election element elevator email employee employer engine engineer enigma
  enrolment enterprise entrance envelope episode epoch equation error essay essence estimate eunuch euro eve event
  exam examen example exchange excuse executive exercise exhibit expense experience expert export eye eyrie fabric
  face factor failure fare farm feature fee fence field figure file film filter fine finesse finger fintech firm
  firman five flag flamen flavour flight floor flow flower flu folder font food foodie foramen fork form format
  formula forum frame franchise freeze freezer fridge friend fringe fruit function fund fuse gaffe game gap garage
  garden gate gauge gaze gender genie genre german ghost gift giraffe girl give glove gnu goal goat golf golfer grade
  grape gravamen grave groove group guest guide guitar gulf guru guy habit haiku hammer hand handle hankie harvest hat
  head headline heartache helmet herb hetman hindu hinge hire hive hobbyist holder hole home homie hook horse hose
  hospital host hostel hotel hour house household hue human hurdle hymen hypotenuse idea image impasse import
  impromptu impulse incentive incident income increase inferno influence ingredient initiative injection insurance
  insurer interface interview invitee invoice island issue item jacket jail jeep jewel job joke journal journey judge
  juice jungle justice kangaroo key keyboard kid kiddie kilo king kit kite knot label laddie lake lamp lane language
  laptop lawyer layer league lease lecture lecturer ledge ledger leg legato lemon lender lesson letter level licence
  license lie lift light limen limit line lingerie link lion list listing loan locale location loch lock locomotive
  lodge log logo lot lounge love lumen machine magazine manager map margin mark marketplace massage masseuse master
  matriarch maze meal meanie measure measurement meeting member membership memo menagerie menu merchant merge message
  meter metre microfiche mile milestone mine minute mirror missile mission misuse mixture mode model module moment
  monarch monkey month motive motor mountain mousse moustache move movie museum musician mussulman mustache nail name
  narrative nation native neighbour nerve network niche nickname night node noise nomen nonhuman norman nose note
  notice notification noun number numen nurse oaf object objective obstacle occurrence ocean offence offense offer
  office officer oligarch olive omen operation operator opinion oracle orange orchestra order organ organisation
  origin ostinato ottoman ounce outage outcome outlet outline oven owner package page pain painting palace pallet
  panel panorama parade parcel parent park parrot part participant partner passage passenger password patient patio
  patisserie patriarch pattern pause pavement payment payroll pea peer pen pencil penguin performance period
  permission permit perspective pet phase phone photo phrase physician piano pie pier pigeon pillow pilot pin pinkie
  pipe pirate pizzicato place plan plane planet plant plate platform player pleasure pledge poem point policyholder
  poll pond pool port portfolio portion pose position posse post poster potion practice praenomen prairie preface
  preference premise premium prescription present price prince print prize pro probe problem procedure product profile
  program project promise promo promotion proof proposal prototype provider province puddle pulse pump purchase purge
  purpose purse putamen puzzle quarter question queue quiche quickie quote race rack radar radiator radio ramp range
  rate rating ratio reading rebate receipt recipe recipient recommendation record redirect reef referee reference
  referral refuge refund refuse regimen region registration relationship relative release reminder renewal rent rental
  repair report representative request reservation reserve residence resident resource response restaurant result
  retailer reuse revenue reverie review reward rhyme rhythm rider right ring rinse risk river road roadie robot role
  roll roman roof rookie room root rope rose rotisserie route router row rule ruler rumen ruse safari safe sale salon
  sample sandal sauce scale scenario scene schedule schema scheme scholar school science scientist scope score
  scorecard screen seal season seat secret section sector seed segment seizure selfie seller semen semester seminar
  sender sense sensor sentence sequence server service session setting shaman shape share sheet sheriff shift ship
  shipment shirt shoe shop shoulder shower shrine sidewalk sign signal signature silo singer site size skill skirt
  slave sleeve slice slide slogan slot smell smoke smoothie snack snafu snake sock socket sofa solo solution song
  sortie source space spade speaker specimen spice sponge sponsor spoon spouse squad square staccato stadium stage
  stamen stamp star start state statement station statue stay step stereo sticker stigma stock stomach stomachache
  stone store stove street strike stripe structure student studio style subject subscriber subscription substance
  suburb suggestion suit suite superhuman supplement supplier surface surge surgeon survey sweetie symbol symptom
  syndrome syringe system table tablet tackle tag tailor talent talisman tank tape target tariff task taste tattoo
  taxi tea teacher team tech techie teenager tegmen template temple tenant tenure term terminal test text theatre
  theme thing threat ticket tie tile time timeline timer title toe tofu token tomahawk toman tool toothache topic
  torque tour tournament towel tower town toy trace track tractor trade trailer train trainee trainer transaction
  transfer translation transport traveller tray treasure treatment tree trek tribe trigger trip triple truck trustee
  tube tune tunnel turcoman turkmen turkoman turn tutor tutu tuxedo type tyre umbrella unit universe update upgrade
  upload usage use user vacation valley value valve variable variant vase vault vehicle vendor venue verse version
  vessel veteran vibrato video view village visit visitor vitamin voice volume volunteer vote voucher voyage wage
  wagon waiter waitlist wall wallet wardrobe warehouse warning wave weapon webhook website wedding week weekend weight
  whale wheel widget window wine wing winner word worker workflow workout workplace workshop worktree wrist writer
  year yemen yuppie zebu zero zombie zone zoo zulu`);

const WITH_ES = words(`
  abacus acropolis actress address aegis annex arch arthritis atlas batch beach bench bias blitz bonus boss box branch
  bronchitis brush buffalo bus business bypass campus canvas carcass caucus census chorus chrysalis church circus
  class clematis coach compass complex crocus cross crutch dermatitis discus dish domino dress duchess duplex echo
  embargo epidermis excess exodus eyelash fax fetus flash focus fortress fox gas genius glass goddess governess grass
  haggis hatch hepatitis hero hiatus hippopotamus hoax hostess ibis illness impetus inch iris klutz lash latch lens
  loss lotus lunch mantis mass match mattress meningitis mess metropolis minus mistress mosquito moss necropolis nexus
  octopus opus pass patch peach pelvis penis pitch platypus plus porch portcullis potato prefix press princess
  proboscis process prospectus punch quartz radius ranch reflex rhinoceros sandwich sash seamstress search sinus
  sketch speech sphinx splash status stitch stopwatch stress success suffix surplus switch syntax tax thorax tomato
  torch torpedo trellis trespass uterus veto virus volcano waitress walrus waltz wash watch wish witness wrench`);

const WITH_IES = words(`
  ability academy activity agency ally amenity anatomy anniversary apology army artery assembly authority baby bakery
  battery beauty beneficiary berry biography body boundary bounty brewery bunny butterfly canary capacity category
  cavity celebrity cemetery century charity cherry city colony commodity community company copy country county
  courtesy currency dairy daisy deity delivery democracy deputy destiny diary dictionary directory disability
  discovery duty dynasty emergency enemy enquiry entity entry eulogy facility factory faculty fairy family fantasy
  ferry folly frequency galaxy gallery granary grocery gypsy history hobby identity ideology industry injury inquiry
  inventory itinerary jelly jury laboratory lady legacy liability library lobby lorry lottery luxury majority memory
  methodology ministry minority modality monopoly mystery nanny nationality navy necessity notary novelty nursery
  obituary opportunity party patty penalty peony personality pharmacy philosophy policy pony possibility priority
  property prophecy proxy puppy quality quantity query rally reality recovery refinery registry remedy reply
  repository salary sanctuary secretary security specialty spy story strategy study subsidiary subsidy summary supply
  surgery sympathy tally technology territory therapy tragedy treaty trilogy trophy typology university utility
  vacancy variety vasectomy victory vocabulary warranty`);

const ALONE = words(`
  advice aircraft baggage billiards bison cattle chassis chess clothing corps crossroads deer economics electricity
  equipment ethics evidence feedback firmware fish furniture garbage gps gymnastics hardware headquarters hertz
  homework housework hovercraft information jeans jewellery jewelry knowledge livestock logistics luggage machinery
  mathematics means metadata money moose mumps music news offspring personnel physics police politics rabies ramen
  rice salmon scissors series sheep shellfish sms software spacecraft species staff swine traffic transportation
  trousers trout watercraft weather wildlife`);

const IRREGULAR = words(`
  addendum|addenda alga|algae alumna|alumnae alumnus|alumni amniocentesis|amniocenteses analysis|analyses
  antithesis|antitheses apotheosis|apotheoses appendix|appendices arthrosis|arthroses axis|axes bacillus|bacilli
  bacterium|bacteria batsman|batsmen bookshelf|bookshelves businessman|businessmen businesswoman|businesswomen
  cactus|cacti calf|calves catalysis|catalyses catharsis|catharses chairman|chairmen child|children
  cirrhosis|cirrhoses codex|codices corpus|corpora corrigendum|corrigenda cortex|cortices craftsman|craftsmen
  crisis|crises criterion|criteria curriculum|curricula datum|data diagnosis|diagnoses dialysis|dialyses die|dice
  dormouse|dormice dwarf|dwarves electrolysis|electrolyses elf|elves ellipsis|ellipses emphasis|emphases
  erratum|errata exegesis|exegeses eyetooth|eyeteeth fibrosis|fibroses fireman|firemen fisherman|fishermen foot|feet
  forefoot|forefeet foreman|foremen frenchman|frenchmen freshman|freshmen fungus|fungi gentleman|gentlemen
  genus|genera goose|geese grandchild|grandchildren half|halves helix|helices homeostasis|homeostases hoof|hooves
  housewife|housewives hydrolysis|hydrolyses hypnosis|hypnoses hypothesis|hypotheses index|indices knife|knives
  larva|larvae leaf|leaves life|lives loaf|loaves locus|loci louse|lice man|men matrix|matrices medium|media
  meiosis|meioses memorandum|memoranda metamorphosis|metamorphoses metastasis|metastases midwife|midwives
  mimesis|mimeses mitosis|mitoses mouse|mice narcosis|narcoses nebula|nebulae necrosis|necroses nemesis|nemeses
  neurosis|neuroses nobleman|noblemen nucleus|nuclei oasis|oases ombudsman|ombudsmen osmosis|osmoses ovum|ova ox|oxen
  paralysis|paralyses parenthesis|parentheses person|people phenomenon|phenomena photosynthesis|photosyntheses
  policeman|policemen policewoman|policewomen postman|postmen prognosis|prognoses prosthesis|prostheses
  psoriasis|psoriases psychosis|psychoses quantum|quanta quiz|quizzes radix|radices referendum|referenda
  salesman|salesmen salesperson|salespeople scarf|scarves sclerosis|scleroses seaman|seamen self|selves sepsis|sepses
  sheaf|sheaves shelf|shelves snowman|snowmen spectrum|spectra spokesman|spokesmen stasis|stases stenosis|stenoses
  stimulus|stimuli stratum|strata supernova|supernovae symbiosis|symbioses symposium|symposia synopsis|synopses
  synthesis|syntheses thesis|theses thief|thieves thrombosis|thromboses tooth|teeth tuberculosis|tuberculoses
  urinalysis|urinalyses vertebra|vertebrae vertex|vertices vortex|vortices watchman|watchmen wharf|wharves wife|wives
  wolf|wolves woman|women woodlouse|woodlice workman|workmen`);

export const NOUNS: readonly Noun[] = [
  ...WITH_S.map((word): Noun => [word, `${word}s`]),
  ...WITH_ES.map((word): Noun => [word, `${word}es`]),
  ...WITH_IES.map((word): Noun => [word, `${word.slice(0, -1)}ies`]),
  ...ALONE.map((word): Noun => [word, word]),
  ...IRREGULAR.map((pair) => pair.split('|') as unknown as Noun),
];
