import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { useActions } from '../../resource/actions/use-actions.tsx'
import { RowsPlaceholder } from '../../resource/query-page.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Effects } from '../../ui/effects.tsx'

interface Preview {
  pseudonym: string
  obstacles: string[]
  keptUntil: string | null
}

/** Erases the personal data of a member in two steps: what goes and what stays, then a typed confirmation. */
export default function AnonymiseDialog({
  record,
  onClose,
}: {
  record: ResourceRecord<'members'>
  onClose: () => void
}) {
  const personId = record.personId
  const preview = useQuery({
    queryKey: [...keys.record('people', personId), 'anonymisation'],
    queryFn: async ({ signal }) => {
      const path = `${recordPath('people', personId)}/anonymisation`
      const answer = await api.get<{ data: Preview }>(path, signal)
      if (isTimedOut(answer)) throw new Error('timed out')
      return answer.data
    },
    staleTime: 0,
  })
  const { data } = preview
  const name = record.name
  const { find, dialog } = useActions('members', record, {
    anonymise: {
      title: `Eliminar os dados de ${name}`,
      text: `Fica no lugar do nome: ${data?.pseudonym}.`,
      after: onClose,
    },
  })
  if (dialog) return dialog
  const isPossible = data?.obstacles.length === 0
  return (
    <Dialog
      title={`Eliminar os dados de ${name}`}
      width="36rem"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {isPossible ? 'Voltar' : 'Fechar'}
          </Button>
          {isPossible && (
            <Button color="red" onClick={find('anonymise')?.run}>
              Continuar
            </Button>
          )}
        </>
      }
    >
      {!data ? (
        <RowsPlaceholder query={preview} rows={4} />
      ) : isPossible ? (
        <>
          <Effects title="O que desaparece, de vez" lines={erasedLines} />
          <Effects title="O que fica" lines={keptLines(data)} />
        </>
      ) : (
        <Effects title="Ainda não é possível" lines={data.obstacles} />
      )}
    </Dialog>
  )
}

const erasedLines = [
  'Nome, NIF, documentos, data de nascimento, contactos, moradas e fotografia.',
  'Notas, ficheiros, candidaturas e o conteúdo das mensagens.',
  'A conta de acesso, e as provas dos consentimentos.',
  'O nome e os contactos em textos, históricos e extratos do banco.',
]

function keptLines({ pseudonym, keptUntil }: Preview): string[] {
  return [
    `${pseudonym}, com a categoria, as datas, os estados e os valores pagos.`,
    'A década em que nasceu.',
    ...(keptUntil === null
      ? []
      : [
          `Até ${formatDateLong(keptUntil)}, a identidade dos documentos fiscais, cifrada e só para administradores.`,
        ]),
  ]
}
