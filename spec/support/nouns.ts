/** Common nouns of domain models, each with its plural. */

type Noun = readonly [singular: string, plural: string];

const words = (text: string) => text.trim().split(/\s+/);

const WITH_S = words(`
  absence account action active actor additive adhesive adjective advert agenda agent aisle alarm album alcove alibi
  allergen alliance allocation allowance alloy alternative ambulance amount angle animal announcement answer antenna
  apartment apple appliance application appointment apprentice aquarium archive area argument arrival article artist
  asset assignment asylum athlete attachment attendee attribute auction audience author authorization auto automobile
  avalanche avocado badge bag balance banana band bank banner bar barcode base basement basket bathtub battle bay bed
  beer belief believer bicycle bid bike bikini bill bin bird blade blog blouse boat bond bonnet book booking boot
  bottle bounce bow boy bracelet brake brand breed breeze bridge brief broker bronze brownie browser buffet bug
  building bullet bundle buoy burger button buyer cabin cable cache cafe cake calendar calorie camera camp campaign
  canoe cap captive car carafe card career cargo carpet carrier cart case cashier casino castle cause cave ceiling
  cell centre certificate chair challenge chapter character charge chart check cheese chef chest chief chive choice
  chore circle citation claim clause client cliff clinic clone close closure cloud clove clue code coffee coin
  collection collective college collie colour column commando comment committee component computer concert condition
  conference connection consent consumer contact container contest contract contribution cookie copier cost counter
  coupon course court cove cover crate creature creche credential credit crew crime cruise curve customer cycle dance
  date deadline deal decade defense degree delegate demand demo dentist department deposit derivative design desk
  detective device dialogue diet dinosaur direction directive director disc discount disease display dive division
  doctor document dogma domain donation donor door dose dove draft drama drawer dream drink drive driver drone drug
  due duke duration dynamo eagle earring edge egg election element elevator email employee employer engine engineer
  enigma enrolment enterprise entrance envelope episode equation error essay essence estimate euro eve event exam
  example exchange excuse executive exercise exhibit expense experience expert export eye eyrie fabric face factor
  failure fare farm feature fee fence field figure file film filter fine finger firm five flag flavour flight floor
  flow flower folder font food fork form format formula forum frame franchise freeze freezer fridge friend fringe
  fruit function fund fuse gaffe game gap garage garden gate gauge gaze gender genie genre german ghost gift giraffe
  girl give glove goal goat golfer grade grape grave groove group guest guide guitar guy habit hammer hand handle
  harvest hat head headline helmet herb hinge hire hive hobbyist holder hole home hook horse hose hospital host hostel
  hotel hour house household hue human hurdle idea image import impulse incentive incident income increase inferno
  influence ingredient initiative injection insurance insurer interface interview invitee invoice island issue item
  jacket jail jeep jewel job joke journal journey judge juice jungle justice kangaroo key keyboard kid kilo king kit
  kite knot label lake lamp lane language laptop lawyer layer league lease lecture lecturer ledge ledger leg lemon
  lender lesson letter level licence license lie lift light limit line link lion list listing loan locale location
  lock locomotive lodge log logo lot lounge love machine magazine manager map margin mark marketplace massage master
  maze meal measure measurement meeting member membership memo menagerie menu merchant merge message meter metre mile
  milestone mine minute mirror missile mission mixture mode model module moment monkey month motive motor mountain
  moustache move movie museum musician nail name narrative nation native neighbour nerve network niche nickname night
  node noise nose note notice notification noun number nurse object objective obstacle occurrence ocean offence
  offense offer office officer olive operation operator opinion oracle orange orchestra order organ organisation
  origin ounce outage outcome outlet outline oven owner package page pain painting palace pallet panel panorama parade
  parcel parent park parrot part participant partner passage passenger password patient patio pattern pause pavement
  payment payroll pea peer pen pencil penguin performance period permission permit perspective pet phase phone photo
  phrase physician piano pie pier pigeon pillow pilot pin pipe pirate place plan plane planet plant plate platform
  player pleasure pledge poem point policyholder poll pond pool port portfolio portion pose position post poster
  potion practice prairie preface preference premise premium prescription present price prince print prize pro probe
  problem procedure product profile program project promise promo promotion proof proposal prototype provider province
  puddle pulse pump purchase purge purpose purse puzzle quarter question queue quiche quote race rack radar radiator
  radio ramp range rate rating ratio reading rebate receipt recipe recipient recommendation record redirect reef
  referee reference referral refuge refund region registration relationship relative release reminder renewal rent
  rental repair report representative request reservation reserve residence resident resource response restaurant
  result retailer revenue review reward rhyme rhythm rider right ring rinse risk river road robot role roll roman roof
  rookie room root rope rose route router row rule ruler ruse safari safe sale salon sample sandal sauce scale
  scenario scene schedule schema scheme scholar school science scientist scope score scorecard screen seal season seat
  secret section sector seed segment seizure selfie seller semester seminar sender sense sensor sentence sequence
  server service session setting shaman shape share sheet shift ship shipment shirt shoe shop shoulder shower shrine
  sidewalk sign signal signature silo singer site size skill skirt slave sleeve slice slide slogan slot smell smoke
  smoothie snack snake sock socket sofa solo solution song sortie source space spade speaker spice sponge sponsor
  spoon spouse squad square stadium stage stamp star start state statement station statue stay step stereo sticker
  stigma stock stone store stove street strike stripe structure student studio style subject subscriber subscription
  substance suburb suggestion suit suite supplement supplier surface surge surgeon survey symbol symptom syndrome
  syringe system table tablet tackle tag tailor talent talisman tank tape target tariff task taste tattoo taxi tea
  teacher team teenager template temple tenant tenure term terminal test text theatre theme thing threat ticket tie
  tile time timeline timer title toe token tomahawk tool topic torque tour tournament towel tower town toy trace track
  tractor trade trailer train trainee trainer transaction transfer translation transport traveller tray treasure
  treatment tree trek tribe trigger trip triple truck trustee tube tune tunnel turn tutor tuxedo type tyre umbrella
  unit universe update upgrade upload usage use user vacation valley value valve variable variant vase vault vehicle
  vendor venue verse version vessel veteran video view village visit visitor vitamin voice volume volunteer vote
  voucher voyage wage wagon waiter waitlist wall wallet wardrobe warehouse warning wave weapon webhook website wedding
  week weekend weight whale wheel widget window wine wing winner word worker workflow workout workplace workshop
  worktree wrist writer year zero zombie zone zoo`);

const WITH_ES = words(`
  abacus actress address annex arch atlas batch beach bench bias bonus boss box branch brush buffalo bus business
  bypass campus canvas carcass caucus census chorus church circus class coach compass complex crocus cross crutch
  discus dish domino dress duchess duplex echo embargo excess exodus eyelash fax fetus flash focus fortress fox gas
  genius glass goddess governess grass hatch hero hiatus hippopotamus hoax hostess illness impetus inch iris lash
  latch lens loss lotus lunch mass match mattress mess minus mistress mosquito moss nexus octopus opus pass patch
  peach pitch platypus plus porch potato prefix press princess process prospectus punch radius ranch reflex rhinoceros
  sandwich sash seamstress search sinus sketch speech sphinx splash status stitch stopwatch stress success suffix
  surplus switch syntax tax thorax tomato torch torpedo trespass uterus veto virus volcano waitress walrus waltz wash
  watch wish witness wrench`);

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
  advice aircraft baggage bison cattle chassis chess clothing corps crossroads deer electricity equipment evidence
  feedback firmware fish furniture garbage gps hardware headquarters homework housework hovercraft information jeans
  jewellery jewelry knowledge livestock luggage machinery means metadata money moose music news offspring personnel
  police rice salmon scissors series sheep shellfish sms software spacecraft species staff swine traffic
  transportation trousers trout weather wildlife`);

const IRREGULAR = words(`
  addendum|addenda alga|algae alumna|alumnae alumnus|alumni analysis|analyses antithesis|antitheses
  appendix|appendices axis|axes bacillus|bacilli bacterium|bacteria batsman|batsmen bookshelf|bookshelves
  businessman|businessmen businesswoman|businesswomen cactus|cacti calf|calves chairman|chairmen child|children
  codex|codices craftsman|craftsmen crisis|crises criterion|criteria curriculum|curricula datum|data
  diagnosis|diagnoses die|dice dwarf|dwarves elf|elves ellipsis|ellipses emphasis|emphases erratum|errata
  fireman|firemen fisherman|fishermen foot|feet foreman|foremen freshman|freshmen fungus|fungi gentleman|gentlemen
  goose|geese grandchild|grandchildren half|halves hoof|hooves housewife|housewives hypothesis|hypotheses
  index|indices knife|knives larva|larvae leaf|leaves life|lives loaf|loaves locus|loci louse|lice man|men
  matrix|matrices medium|media memorandum|memoranda metamorphosis|metamorphoses midwife|midwives mouse|mice
  nebula|nebulae neurosis|neuroses nobleman|noblemen nucleus|nuclei oasis|oases ovum|ova ox|oxen paralysis|paralyses
  parenthesis|parentheses person|people phenomenon|phenomena photosynthesis|photosyntheses policeman|policemen
  policewoman|policewomen postman|postmen prognosis|prognoses prosthesis|prostheses psychosis|psychoses quiz|quizzes
  salesman|salesmen salesperson|salespeople scarf|scarves self|selves sheaf|sheaves shelf|shelves snowman|snowmen
  spokesman|spokesmen stimulus|stimuli stratum|strata symposium|symposia synopsis|synopses synthesis|syntheses
  thesis|theses thief|thieves tooth|teeth vertebra|vertebrae vertex|vertices vortex|vortices wharf|wharves wife|wives
  wolf|wolves woman|women workman|workmen`);

export const NOUNS: readonly Noun[] = [
  ...WITH_S.map((word): Noun => [word, `${word}s`]),
  ...WITH_ES.map((word): Noun => [word, `${word}es`]),
  ...WITH_IES.map((word): Noun => [word, `${word.slice(0, -1)}ies`]),
  ...ALONE.map((word): Noun => [word, word]),
  ...IRREGULAR.map((pair) => pair.split('|') as unknown as Noun),
];
