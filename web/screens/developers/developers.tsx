import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { newSecretPath } from '../../paths/account.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Page } from '../../ui/page.tsx'
import classes from './developers.module.css'

/** What programmers need: secrets, the address of the API and its description. */
export default function Developers() {
  return (
    <Page title="Programadores">
      <div className={classes.page}>
        <p className={classes.note}>
          Outros programas, como o sítio da associação, leem e escrevem pela API o que esta aplicação mostra.
          Cada um tem o seu segredo, com as permissões de que precisa e mais nenhuma.
        </p>
        <div className={classes.pair}>
          <CopyField label="Endereço da API" text={`${location.origin}/api`} />
          <CopyField
            label="Descrição de todos os pedidos (OpenAPI 3.1)"
            text={`${location.origin}/api/openapi.json`}
          />
        </div>
        <RecordCollection
          resource="apiSecrets"
          purpose="Os segredos dos programas."
          emptyTitle="Ainda nenhum programa tem segredo"
          action={
            <Button
              component={AppLink}
              to={newSecretPath}
              variant="default"
              leftSection={<IconPlus size="1.125rem" stroke={1.5} />}
            >
              Novo segredo
            </Button>
          }
        />
      </div>
    </Page>
  )
}
