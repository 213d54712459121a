/**
 * Columns of the lists of members that other programs export, by target: the titles are those of their forms, in the languages in which they are
 * used most. Sources: Paheko's presets of fields and Galette's English definitions of members' fields; Galette's French and Admidio's titles are
 * those of their screens and may differ between versions.
 */
export const programs: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  paheko: {
    memberNumber: ['Numéro de membre'],
    name: ['Nom & prénom', 'Nom et prénom'],
    email: ['Adresse E-Mail'],
    address: ['Adresse postale'],
    postalCode: ['Code postal'],
    city: ['Ville'],
    country: ['Pays'],
    mobile: ['Numéro de téléphone'],
    birthDate: ['Date de naissance complète', 'Date de naissance'],
    admissionDate: ["Date d'inscription"],
  },
  galette: {
    memberNumber: ['Member number'],
    name: ['First name', 'Prénom'],
    familyName: ['Name', 'Nom'],
    gender: ['Gender', 'Genre'],
    birthDate: ['Birth date', 'Date de naissance'],
    profession: ['Profession'],
    address: ['Address', 'Adresse'],
    postalCode: ['Zip Code', 'Code postal'],
    city: ['City', 'Ville'],
    country: ['Country', 'Pays'],
    phone: ['Phone', 'Tél'],
    mobile: ['Mobile phone', 'GSM'],
    email: ['E-Mail', 'Courriel'],
    admissionDate: ['Creation date', 'Date de création'],
    notes: ['Other informations (admin)', 'Autres informations (admin)'],
  },
  admidio: {
    name: ['First name', 'Vorname'],
    familyName: ['Surname', 'Last name', 'Nachname'],
    gender: ['Gender', 'Geschlecht'],
    birthDate: ['Birthday', 'Geburtstag'],
    address: ['Street', 'Straße', 'Address', 'Adresse'],
    postalCode: ['Postcode', 'Postal code', 'PLZ'],
    city: ['City', 'Ort'],
    country: ['Country', 'Land'],
    phone: ['Phone', 'Telefon'],
    mobile: ['Mobile', 'Handy'],
    email: ['E-mail', 'Email'],
    admissionDate: ['Start', 'Beginn'],
  },
}
