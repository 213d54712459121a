/** Numbers of PostgreSQL's advisory locks. One holder at a time in all processes; others wait for it, or skip the work. */
export const advisoryLocks = {
  /** Assigns member numbers. */
  numbering: 7_305_001,
  /** Creates the organisation. */
  setup: 7_305_002,
  /** Daily work. The second number of the lock is the index of the area; processes that do not get the lock skip that area. */
  maintenance: 7_305_003,
  /** Meanings of categories and states: exclusive to change a meaning, shared to assign one to a member. See `members/states.ts`. */
  meanings: 7_305_004,
  /** Generations of quotas run one at a time, so that the second finds nothing left to generate. Removing a price checks for one. */
  quotaGeneration: 7_305_011,
  /** Sends notices to debtors: two runs must not notify the same debt. */
  notices: 7_305_012,
  /** Requests for generations of quotas: two concurrent ones must not start the same generation. */
  quotaRunRequests: 7_305_013,
  /** Makes rounds and batches of direct debits: no charge is in two of them. */
  rounds: 7_305_015,
  /** Creates and replaces keys. */
  keys: 7_305_014,
  /** Issues of cards: the second run must see the cards of the first. Shared when a single card is issued. */
  cardIssue: 7_305_021,
  /** Creates print batches: no card is in two of them. */
  cardPrinting: 7_305_022,
  /** Uploads of documents of the treasury, with a hash of the content: the second of two equal files finds the first. */
  documentUploads: 7_305_031,
  /** Anonymisations of people run one at a time: each reads and writes the texts of many tables. */
  anonymisation: 7_305_051,
  /** Comparisons of people: the second finds nothing left to compare. */
  duplicates: 7_305_061,
  /** A backup: one at a time. Shared when content of files is deleted, which the backup may be about to read. */
  backup: 7_305_041,
} as const
