export default {
  tabs: { label: 'Profile and company', profile: 'Profile', company: 'Company' },
  title: 'Your profile',
} as const
