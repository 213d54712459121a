import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { useSession, useSettings } from '../../api/queries.ts'
import { ActionDialog } from '../../resource/actions/action-dialog.tsx'
import { ClosedHistory } from '../../resource/record-history.tsx'
import classes from '../../resource/settings/setting-fields.module.css'
import { toast } from '../../ui/toasts.tsx'

/** Until when the accounts are closed, with its history. Administrators move it, back only with a reason. */
export function ClosingSettings() {
  const { closedUntil = '' } = useSettings()
  const [isOpen, setIsOpen] = useState(false)
  const isAdmin = useSession()?.role === 'admin'
  return (
    <>
      <p className={classes.purpose}>
        Um só fecho, dos recibos e da tesouraria: até esse dia nada se regista, altera ou anula. Um ano
        inteiro fecha-se e reabre-se em «Fecho do ano»; aqui, até qualquer dia.
      </p>
      <p>
        {closedUntil === ''
          ? 'Não há contas fechadas.'
          : `Contas fechadas até ${formatDateLong(closedUntil)}.`}
      </p>
      {isAdmin && (
        <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setIsOpen(true)}>
          Fechar ou reabrir
        </Button>
      )}
      <ClosedHistory resource="settings" id="closedUntil" />
      {isOpen && (
        <ActionDialog
          title="Fechar ou reabrir as contas"
          action={moving}
          initial={{ closedUntil: closedUntil || null }}
          intro="Um dia posterior fecha as contas até esse dia. Um dia anterior, ou nenhum, reabre-as: o motivo fica no histórico."
          onRun={async (input) => {
            if (isTimedOut(await api.act('treasury_closing', input))) return
            toast('Fecho de contas alterado.')
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

const moving: ActionDescriptor = {
  name: 'moveClosing',
  label: 'Guardar',
  icon: 'lock',
  done: '',
  fields: {
    closedUntil: {
      name: 'closedUntil',
      label: 'Contas fechadas até',
      group: '',
      type: 'date',
      inputType: 'date',
      validation: ['date', 'notFuture'],
    },
    reason: {
      name: 'reason',
      label: 'Motivo',
      help: 'Obrigatório para reabrir.',
      group: '',
      type: 'string',
      inputType: 'textarea',
      validation: ['max:500'],
    },
  },
}
