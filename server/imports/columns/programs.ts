/**
 * Columns of the lists of members, fees and payments that other programs export, by target, in the languages in which they are used most. Sources: exports of Paheko
 * 1.3.22, Admidio 4.3.17, Galette 1.1.3 and Dolibarr 17.0.2 (`samples`); French and German titles are those of their screens.
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
    guardianName: ['Rattaché à'],
    consentNewsletter: ["Inscription à la lettre d'information"],
    categoryId: ['Catégorie'],
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
    notes: ['Other information (admin)', 'Other informations (admin)', 'Autres informations (admin)'],
    categoryId: ['Status', 'Statut'],
    companyName: ['Company'],
    currentStateId: ['Account'],
    isExempt: ['Freed of dues'],
  },
  admidio: {
    name: ['Primeiro nome', 'First name', 'Vorname'],
    familyName: ['Sobrenome', 'Surname', 'Last name', 'Nachname'],
    gender: ['Gênero', 'Gender', 'Geschlecht'],
    birthDate: ['Data de nascimento', 'Birthday', 'Geburtstag'],
    address: ['Rua', 'Street', 'Straße', 'Address', 'Adresse'],
    postalCode: ['Código postal', 'Postcode', 'Postal code', 'PLZ'],
    city: ['Cidade', 'City', 'Ort'],
    country: ['País', 'Country', 'Land'],
    phone: ['Telefone', 'Phone', 'Telefon'],
    mobile: ['Móvel', 'Mobile', 'Handy'],
    email: ['E-mail', 'Email'],
    admissionDate: ['Início', 'Start', 'Beginn'],
    consentPrivacyNotice: ['Eu autorizo o tratamento dos dados.'],
    endDate: ['Fim', 'End', 'Ende'],
  },
  dolibarr: {
    memberNumber: ['Member Ref'],
    name: ['Primeiro Nome', 'First name'],
    familyName: ['Apelidos', 'Last name'],
    gender: ['Género', 'Gender'],
    address: ['Direcção', 'Address'],
    postalCode: ['Código postal', 'Zip Code'],
    city: ['Localidade', 'City'],
    country: ['Código país', 'Country code'],
    kind: ['Nature of the member'],
    companyName: ['Empresa', 'Company'],
    currentStateId: ['Estado', 'Status'],
    createdOn: ['Data de Criação', 'Creation date'],
    otherPhone: ['Telef. particular', 'Pers. phone'],
    phone: ['Telefone comercial', 'Bus. phone'],
    mobile: ['Telemovel', 'Mobile'],
    email: ['Email'],
    birthDate: ['Aniversario', 'Birthday'],
    notes: ['Nota (privada)', 'Note (private)'],
    admissionDate: ['Data de Validação', 'Validation date'],
    categoryId: ['Etiqueta tipo de membro', 'Member type label'],
  },
  /** The registrations of an activity, and those of a fee that are to be paid: the price is in neither. */
  pahekoActivity: {
    memberNumber: ['Numéro de membre'],
    memberName: ['Membre'],
    description: ['Activité'],
    isPaid: ['Payé ?'],
    alreadyPaid: ['Montant payé'],
    dueDate: ["Date d'expiration"],
  },
  /** The registrations of one member, with what is still to be paid of each. */
  pahekoRegistrations: {
    description: ['Activité'],
    isPaid: ['Payé'],
    dueDate: ["Date d'expiration"],
    amount: ['Reste à régler'],
  },
  /** The simple journal. */
  pahekoJournal: {
    reference: ["Numéro d'écriture"],
    entryType: ['Type'],
    notes: ['Libellé'],
    date: ['Date'],
    method: ['Compte de débit'],
    amount: ['Montant'],
    memberName: ['Membres associés'],
  },
  /** Those to be paid are charges, and the others payments. */
  galetteContributions: {
    reference: ['Contribution id'],
    memberName: ['Contributor'],
    contributionType: ['Contribution type'],
    amount: ['Amount'],
    dueDate: ['Start date of membership / Date of contribution'],
    method: ['Payment type'],
    notes: ['Comments'],
    date: ['Date'],
  },
  /** The fees in the list of members, which has a row for each. */
  dolibarrFees: {
    memberNumber: ['Member Ref'],
    reference: ['Contribution ID'],
    date: ['Date of membership'],
    amount: ['Montante', 'Amount'],
  },
}

/** Exports that are not read, by titles that they have and no other file has, and what to export instead. */
export const unreadable: readonly { titles: readonly string[]; message: string }[] = [
  {
    titles: ["Numéro d'écriture", 'Libellé compte', 'Débit', 'Crédit'],
    message:
      'É o diário completo ou o agrupado do Paheko, em que cada lançamento tem duas linhas. Exporte antes o diário simples, com uma linha por lançamento.',
  },
  {
    titles: ['JournalCode', 'EcritureNum', 'CompteNum', 'Debit', 'Credit'],
    message:
      'É um FEC, o ficheiro da contabilidade francesa, em que cada lançamento tem duas linhas. Do Paheko, exporte antes o diário simples, com uma linha por lançamento.',
  },
]
