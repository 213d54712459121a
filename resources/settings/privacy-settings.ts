import type { ConfidentialKind } from '../access.ts'
import type { Setting } from './setting.ts'
import { yesNo } from './setting.ts'

const group = 'Privacidade'

const hiding = {
  group,
  default: 'false',
  admin: true,
  ...yesNo,
} as const

/** The setting that hides each kind of fields from editors, auditors and programs. */
export const confidentialKinds = {
  nif: 'hidesNif',
  documents: 'hidesDocuments',
  iban: 'hidesIban',
  notes: 'hidesNotes',
} as const satisfies Record<ConfidentialKind, string>

/** Settings of privacy, besides the periods of `retention-settings.ts`. */
export const privacySettings = {
  hidesNif: { label: 'Ocultar o NIF', ...hiding },
  hidesDocuments: { label: 'Ocultar os documentos de identificação e o NISS', ...hiding },
  hidesIban: { label: 'Ocultar o IBAN', ...hiding },
  hidesNotes: { label: 'Ocultar as notas e observações', ...hiding },
  protectsPeople: {
    label: 'Proteger pessoas',
    help: 'Um administrador pode então proteger uma pessoa, na ficha dela. Listas, exportações e relatórios mostram só o nome, o número e o estado; só os administradores abrem a ficha, e cada leitura fica no histórico dela. Importar e fundir fichas fica para administradores.',
    group,
    default: 'false',
    admin: true,
    ...yesNo,
  },
  watermarkLists: {
    label: 'Marcar as listas com o nome de quem as tira e a hora',
    help: 'As que têm dados de pessoas: em PDF, impressas e no rodapé das folhas de cálculo. Recibos, cartas e cartões ficam sem marca.',
    group,
    default: 'false',
    admin: true,
    ...yesNo,
  },
  dataProtectionContact: {
    label: 'Contacto para a proteção de dados',
    help: 'Nome e contacto de quem responde por ela, ou do encarregado de proteção de dados. Sai no registo de atividades.',
    group,
    default: '',
    admin: true,
    rules: ['max:300'],
  },
  securityMeasures: {
    label: 'Medidas de segurança',
    help: 'Saem no registo de atividades de tratamento.',
    group,
    default:
      'Contas pessoais com palavra-passe, que se guarda só em resumo, e segundo passo para quem o liga; permissões por papel; histórico das alterações, das entradas e das exportações; IBAN e números de documentos cifrados; cópias de segurança diárias, verificadas e apagadas ao fim do prazo; eliminação dos dados no fim dos prazos de conservação.',
    admin: true,
    inputType: 'textarea',
    rules: ['max:2000'],
  },
} as const satisfies Record<string, Setting>
