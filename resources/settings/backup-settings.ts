import { maxBackupDays } from '../backup-days.ts'
import type { Setting } from './setting.ts'
import { yesNo } from './setting.ts'

const group = 'Cópias de segurança'

/** Hours at which a scheduled backup can begin. */
const hours = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`]),
)

/** Settings of scheduled backups. By default those of 7 days and 4 weeks are kept. */
export const backupSettings = {
  backupsScheduled: {
    label: 'Fazer uma cópia todos os dias',
    group,
    default: 'true',
    admin: true,
    ...yesNo,
  },
  backupHour: {
    label: 'A que horas',
    help: 'Se o programa estiver parado a essa hora, faz a cópia quando arrancar.',
    group,
    default: '3',
    admin: true,
    inputType: 'select',
    options: hours,
    rules: ['required', 'option'],
  },
  backupsWithFiles: {
    label: 'Com fotografias e documentos',
    help: 'Sem eles a cópia é mais pequena, e guarda só os dados.',
    group,
    default: 'true',
    admin: true,
    ...yesNo,
  },
  backupDays: {
    label: 'Guardar as dos últimos',
    group,
    default: '7',
    admin: true,
    inputType: 'number',
    unit: 'dias',
    rules: ['required', `wholeNumber:1-${maxBackupDays}`],
  },
  backupWeeks: {
    label: 'E uma por semana, durante',
    help: `Nenhuma cópia é guardada mais de ${maxBackupDays} dias: o que foi apagado desaparece também delas.`,
    group,
    default: '4',
    admin: true,
    inputType: 'number',
    unit: 'semanas',
    rules: ['required', 'wholeNumber:0-5'],
  },
} as const satisfies Record<string, Setting>
