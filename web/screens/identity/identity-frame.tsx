import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { OrganisationLogo } from '../../resource/organisation-logo.tsx'
import { AzulejoFrame } from '../../ui/azulejo-frame.tsx'

const year = new Date().getFullYear()

/** The frame of the pages for signing in: the organisation's logo, and product and year at the foot. */
export function IdentityFrame(props: Omit<ComponentProps<typeof AzulejoFrame>, 'logo' | 'foot'>) {
  return <AzulejoFrame {...props} logo={<OrganisationLogo />} foot={<>Agremia · © {year}</>} />
}

/** The email of the account that signs in. */
export function EmailField({ error }: { error: string | undefined }) {
  return (
    <TextInput
      name="email"
      type="email"
      label="Email"
      autoComplete="username"
      error={error}
      required
      withAsterisk={false}
    />
  )
}
