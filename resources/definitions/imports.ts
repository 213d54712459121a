import { nobody, staffReaders, staffWriters, seesAllFields } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  boolean,
  choice,
  datetime,
  group,
  integer,
  json,
  longText,
  reference,
  stateOptions,
  tags,
  text,
} from '../fields.ts'
import { mapOf } from '../json-shape.ts'
import { counter, retryAction, underWayStates, workFields } from '../work-fields.ts'

/** What the rows of a file become. */
export const importKinds = {
  members: '{MemberPlural}',
  externalEntities: 'Entidades externas',
  unsettledPayments: 'Dívidas',
  payments: 'Pagamentos',
  mandates: 'Autorizações de débito',
  transactions: 'Transações',
  photos: 'Fotografias {dos} {memberPlural}',
} as const
export type ImportKind = keyof typeof importKinds

/** The work of an import that is queued or running, or that was the last. */
export const importSteps = {
  read: 'Ler o ficheiro',
  check: 'Verificar as linhas',
  import: 'Importar',
  undo: 'Anular a importação',
} as const
export type ImportStep = keyof typeof importSteps

/** Why a row may be wrong, which a person decides. */
export const importDoubts = {
  number: 'Números que são de outra pessoa',
  nif: 'NIF que são de outra pessoa',
  otherNumber: 'Pessoas que já cá estão com outro número',
  repeated: 'Linhas que podem ser da mesma pessoa',
  charge: 'Dívidas parecidas com outras que já cá estão',
  deleted: 'Fichas que foram eliminadas',
  date: 'Datas que se leem de duas maneiras',
  hidden: 'Linhas que estão ocultas no ficheiro',
} as const
export type ImportDoubt = keyof typeof importDoubts

/** A person's decision on a doubt: the suggested reading, the other one, or not to import the row. */
export const importDecisions = {
  suggested: 'Como sugerido',
  other: 'A outra leitura',
  leaveOut: 'Não importar',
} as const
export type ImportDecision = keyof typeof importDecisions

export const importFormats = { xlsx: 'XLSX', ods: 'ODS', text: 'CSV ou texto', zip: 'ZIP' } as const

const { state, createdByName, problem } = workFields({
  running: 'Em curso',
  done: 'Importada',
  by: 'Pedida por',
  states: {
    ready: { label: 'Por confirmar', tone: 'amber' },
    undone: { label: 'Anulada', tone: 'grey' },
  },
  filterable: true,
})

/** An import of a file: its columns, options, counts and state. */
export const imports = defineResource({
  name: 'imports',
  kind: 'stored',
  label: { one: 'Importação', many: 'Importações', gender: 'f', new: 'Importar um ficheiro' },
  help: 'Ficheiros XLSX, ODS ou CSV cujas linhas passam a registos.',
  title: 'fileName',
  access: {
    read: seesAllFields(staffReaders),
    create: seesAllFields(staffWriters),
    update: seesAllFields(staffWriters),
    delete: nobody,
  },
  work: { underWay: underWayStates, progress: { total: 'total', done: ['done'] }, about: 'fileName' },
  actions: {
    start: {
      label: 'Importar',
      past: 'importou',
      icon: 'play',
      done: 'Importação em fila.',
      many: false,
      question: false,
      when: {
        is: { state: 'ready' },
        otherwise: 'O ficheiro ainda não está verificado, ou já foi importado.',
      },
      access: seesAllFields(staffWriters),
    },
    undo: {
      label: 'Anular a importação',
      past: 'anulou a importação',
      icon: 'back',
      done: 'A importação vai ser anulada.',
      many: false,
      when: { is: { state: 'done' }, otherwise: 'Só se anula uma importação que acabou.' },
      access: seesAllFields(staffWriters),
      isDestructive: true,
    },
    retry: retryAction,
  },
  fields: {
    ...group('Ficheiro', {
      fileName: text({ label: 'Ficheiro', max: 150, assigned: true, readOnly: true, listed: true, span: 2 }),
      kind: choice(importKinds, {
        label: 'O que traz',
        required: true,
        fixed: true,
        listed: true,
        filterable: true,
      }),
      format: choice(importFormats, { label: 'Formato', readOnly: true }),
      sheets: tags({ label: 'Folhas do ficheiro', readOnly: true, hidden: true }),
      sheet: integer({
        label: 'Folha',
        help: 'Pela ordem no ficheiro, a partir de 0.',
        default: 0,
        min: 0,
        max: 999,
      }),
      headerRow: integer({
        label: 'Linha dos títulos',
        help: 'A linha do ficheiro com os nomes das colunas; 0: não tem.',
        min: 0,
        max: 1_000_000,
      }),
      encoding: choice(
        {
          'utf-8': 'UTF-8',
          'utf-16le': 'UTF-16 LE',
          'utf-16be': 'UTF-16 BE',
          'windows-1252': 'Windows-1252',
          'iso-8859-15': 'ISO-8859-15',
        },
        { label: 'Codificação', help: 'Só de ficheiros de texto.' },
      ),
      separator: choice(
        { ';': 'Ponto e vírgula', ',': 'Vírgula', '\t': 'Tabulação', '|': 'Barra vertical' },
        { label: 'Separador', help: 'Só de ficheiros de texto.' },
      ),
    }),
    ...group('Colunas', {
      /** In their order: the title, texts of the first rows, and how the meaning was found. */
      columns: json({
        label: 'Colunas',
        readOnly: true,
        detail: true,
        shape: { list: [{ name: 'text', samples: 'text[]', found: 'text?' }] },
      }),
      /** Index of a column → name of what it has. */
      mapping: json({
        label: 'O que cada coluna tem',
        help: 'O número da coluna, a partir de 0, e o nome da informação; as outras não entram.',
        detail: true,
        shape: mapOf('text'),
      }),
      /** Values of cells that are empty or missing in new records. */
      defaults: json({
        label: 'Valores para o que falta',
        help: 'O nome da informação e o texto que vale nas linhas que não a têm.',
        detail: true,
        shape: mapOf('text'),
      }),
      emptyClears: boolean({
        label: 'Uma célula vazia apaga o que lá está',
        help: 'Senão, o registo que já existe fica com o valor que tem. A palavra «apagar» numa célula apaga sempre.',
      }),
      onlyWhole: boolean({
        label: 'Só se todas as linhas servirem',
        help: 'Com uma linha recusada, por decidir ou que falhe, nada fica importado. Senão, entram as que servem.',
      }),
      /** By kind of doubt: the decision for rows without one of their own. */
      decisions: json({
        label: 'Decisões sobre linhas duvidosas',
        help: 'O tipo de dúvida e `suggested`, `other` ou `leaveOut`, para todas as linhas que a têm.',
        detail: true,
        shape: mapOf('text'),
      }),
      /** Texts of cells and the texts that replace them in all rows: empty for an empty cell; null leaves the rows out. */
      replacements: json({
        label: 'Valores que se leem como outros',
        help: 'De cada informação `name`, o texto `text` lê-se como `to`; sem `to`, as linhas ficam de fora. Com `creates`, `to` é criado na lista.',
        detail: true,
        shape: {
          list: [{ name: 'text', text: 'text', 'to?': 'text?', 'creates?': 'boolean' }],
        },
      }),
    }),
    ...group('Andamento', {
      state,
      step: choice(importSteps, { label: 'Passo', assigned: true, default: 'read', readOnly: true }),
      total: counter('Linhas'),
      created: counter('Novas'),
      changed: counter('Alteradas'),
      unchanged: integer({ label: 'Iguais', assigned: true, default: 0, readOnly: true }),
      doubtful: counter('Duvidosas'),
      refused: counter('Recusadas'),
      excluded: integer({ label: 'Por importar', assigned: true, default: 0, readOnly: true }),
      /** Rows that the running step has done; of an import or undo that ended, those with an effect. */
      done: integer({ label: 'Feitas', assigned: true, default: 0, readOnly: true }),
      /** Rows that could not be undone. */
      kept: integer({ label: 'Não anuladas', assigned: true, default: 0, readOnly: true }),
      warning: longText({ label: 'Aviso', max: 500, readOnly: true }),
      createdByName,
      finishedAt: datetime({ label: 'Concluída em', readOnly: true }),
      problem,
    }),
  },
})

/** What a row becomes. */
export const importVerdicts = {
  pending: { label: 'Por verificar', tone: 'blue' },
  created: { label: 'Nova', tone: 'green' },
  changed: { label: 'Alterada', tone: 'blue' },
  unchanged: { label: 'Igual', tone: 'grey' },
  doubtful: { label: 'Duvidosa', tone: 'amber' },
  refused: { label: 'Recusada', tone: 'red' },
  excluded: { label: 'Não importar', tone: 'grey' },
} as const
export type ImportVerdict = keyof typeof importVerdicts

/** What became of a row. */
export const importOutcomes = {
  pending: { label: 'Não importada', tone: 'grey' },
  done: { label: 'Importada', tone: 'green' },
  failed: { label: 'Falhou', tone: 'red' },
  undone: { label: 'Anulada', tone: 'grey' },
  kept: { label: 'Não anulada', tone: 'amber' },
} as const

/** A row of the file of an import. */
export const importRows = defineResource({
  name: 'importRows',
  kind: 'stored',
  label: { one: 'Linha da importação', many: 'Linhas da importação', gender: 'f' },
  title: 'label',
  access: {
    read: seesAllFields(staffReaders),
    create: nobody,
    update: seesAllFields(staffWriters),
    delete: nobody,
  },
  list: { sort: 'place' },
  parents: { imports: 'importId' },
  partOf: 'importId',
  fields: {
    importId: reference('imports', { label: 'Importação', required: true, readOnly: true, hidden: true }),
    /** Number in the file, from 1. */
    place: integer({ label: 'Linha', assigned: true, readOnly: true, listed: true, sortable: true }),
    label: text({ label: 'Nome', max: 300, assigned: true, readOnly: true, listed: true }),
    verdict: choice(importVerdicts, { ...stateOptions, label: 'Resultado', default: 'pending' }),
    /** Why it is refused, or what to look at. */
    reason: text({ label: 'Motivo', max: 500, readOnly: true, listed: true, filterable: true }),
    outcome: choice(importOutcomes, {
      label: 'Importação',
      assigned: true,
      default: 'pending',
      readOnly: true,
      filterable: true,
      badge: true,
    }),
    /** As in the file. */
    cells: tags({ label: 'Células', readOnly: true, hidden: true }),
    /** Index of a column → the text that replaces that of the file. */
    corrections: json({
      label: 'Correções',
      help: 'O número da coluna, a partir de 0, e o texto que substitui o do ficheiro.',
      shape: mapOf('text'),
    }),
    isExcluded: boolean({ label: 'Não importar' }),
    /** By kind of doubt; those of the import hold for the others. */
    decisions: json({
      label: 'Decisões',
      help: 'O tipo de dúvida e `suggested`, `other` ou `leaveOut`.',
      shape: mapOf('text'),
    }),
    /** Possible errors, each with its two readings. `name` is what a column has; `decision` is null until a person decides. */
    doubts: json({
      label: 'Dúvidas',
      readOnly: true,
      shape: {
        list: [
          { kind: 'text', name: 'text', text: 'text', suggested: 'text', other: 'text', decision: 'text?' },
        ],
      },
    }),
    /** By name of what a column has. */
    problems: json({ label: 'Problemas', readOnly: true, shape: mapOf('text') }),
    notes: json({ label: 'Avisos', readOnly: true, shape: mapOf('text') }),
    changes: json({
      label: 'Alterações',
      readOnly: true,
      shape: { list: [{ name: 'text', label: 'text', from: 'text?', to: 'text?' }] },
    }),
    recordId: text({ label: 'Registo', max: 36, readOnly: true, hidden: true }),
  },
})

/** A text of cells of a target that is read as another: empty for an empty cell; null leaves the rows out. */
export interface Replacement {
  name: string
  text: string
  to?: string | null
  /** Creates `to` in the list of the target. */
  creates?: boolean
}

export interface Replacements {
  list: Replacement[]
}
