import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, computed, type Field, integer, longText, reference, text } from '../fields.ts'

/** PDFs and photographs of paper: of a member, of a document of the treasury, or of the organisation. Created by an upload (`POST /record_files`). */
export const recordFiles = defineResource({
  name: 'recordFiles',
  kind: 'stored',
  label: { one: 'Ficheiro', many: 'Ficheiros', new: 'Juntar ficheiros' },
  help: 'PDF e fotografias de papel: fichas assinadas, consentimentos, atas.',
  title: 'name',
  protection: { of: 'memberId', withholds: 'record' },
  access: { read: staffReaders, create: nobody, update: staffWriters, delete: staffWriters },
  parents: { members: 'memberId', treasuryDocs: 'treasuryDocId' },
  partOf: 'memberId',
  actions: {
    share: {
      label: 'Partilhar',
      past: 'partilhou',
      icon: 'share',
      done: 'Ligação feita.',
      many: false,
      question: false,
      access: staffWriters,
      answer: { url: 'url', until: 'moment' },
    },
  },
  fields: {
    memberId: reference('members', {
      label: '{MemberSingular}',
      fixed: true,
      hidden: true,
      filterable: true,
    }),
    treasuryDocId: reference('treasuryDocs', {
      label: 'Documento',
      fixed: true,
      hidden: true,
      filterable: true,
    }),
    name: text({
      label: 'Nome',
      max: 150,
      required: true,
      listed: true,
      sortable: true,
      searchable: true,
      span: 2,
    }),
    kind: choice(
      {
        signedForm: 'Ficha assinada',
        consent: 'Consentimento',
        identification: 'Identificação',
        stateChange: 'Mudança de estado',
        mandate: 'Autorização de débito',
        dataRequest: 'Pedido de titular',
        minutes: 'Ata',
        attachment: 'Anexo de mensagem',
        other: 'Outro',
      },
      { label: 'Espécie', required: true, default: 'other', listed: true, filterable: true },
    ),
    notes: longText({ label: 'Observações', max: 1000, searchable: true }),
    pageCount: integer({ label: 'Páginas', readOnly: true, listed: true }),
    bytes: integer({ label: 'Tamanho', unit: 'bytes', readOnly: true, assigned: true, hidden: true }),
    mediaType: text({ label: 'Formato', readOnly: true, assigned: true, hidden: true, internal: true }),
    sha256: text({ label: 'Impressão digital (SHA-256)', readOnly: true, hidden: true }),
    taxCode: text({
      label: 'Código QR fiscal',
      help: 'O texto do código QR da fatura.',
      max: 2000,
      readOnly: true,
      hidden: true,
    }),
    createdByName: text({ label: 'Junto por', readOnly: true, listed: true }),
    /** Uploaded for a form that has not been saved. */
    isWaiting: computed({
      label: 'À espera de um formulário',
      type: 'boolean',
      inputType: 'checkbox',
      hidden: true,
      filterable: true,
    }),
    url: computed({ label: 'Ligação', inputType: 'file', hidden: true }) as Field<string>,
  },
})
