/** The tables that one column owns. */
export interface Ownership {
  /** Only the column itself writes these tables. */
  tables: readonly string[]
  /** Views for other columns: `offered.x` in server/schema, by name. */
  offers: readonly string[]
}

/**
 * Which column owns which table. No column writes another's table; to read its rows, use a view that the owner offers
 * or a function from its index.ts. owners.test.ts checks the SQL of every column.
 */
export const owners = {
  platform: {
    tables: [
      ...['idempotency_keys', 'schema_files', 'schema_migrations', 'secret_key_check', 'signing_keys'],
      ...['table_rights', 'texts', 'throttles', 'write_probe'],
    ],
    offers: [],
  },
  tenants: {
    tables: [
      ...[
        'account_groups',
        'currencies',
        'deleted_tenants',
        'external_ids',
        'maintenances',
        'moved_clocks',
        'moved_tenants',
        'roles',
        'sign_in_rules',
        'subscriptions',
        'tenant_hosts',
      ],
      ...['tenant_logos', 'tenants'],
    ],
    offers: [
      ...[
        'account_groups',
        'currencies',
        'roles',
        'sign_in_rules',
        'subscriptions',
        'tenant_defaults',
        'tenant_hosts',
        'tenant_menus',
      ],
      ...['tenant_logos', 'tenants'],
    ],
  },
  audit: {
    tables: ['audit_anchors', 'audit_log', 'audit_products', 'audit_seals', 'audit_unsealed'],
    offers: ['audit_events', 'audit_log', 'journal'],
  },
  mail: { tables: ['mails'], offers: [] },
  accounts: {
    tables: ['account_tree', 'accounts', 'addresses', 'scopes', 'tallies'],
    offers: [
      ...['account_tree', 'accounts', 'addresses'],
      // Those of the columns that declare them by `call counted` (server/schema/accounts.sql).
      ...['balance_tallies', 'certificate_tallies', 'deal_tallies', 'license_scopes', 'license_tallies'],
      ...['order_scopes', 'order_tallies'],
    ],
  },
  people: {
    tables: [
      ...[
        'api_keys',
        'backup_codes',
        'first_steps',
        'list_columns',
        'list_views',
        'one_time_tokens',
        'operators',
        'passkey_answers',
        'passkeys',
        'refresh_tokens',
        'second_factors',
        'sessions',
        'user_roles',
      ],
      'user_views',
      'users',
    ],
    offers: ['user_roles', 'users'],
  },
  news: { tables: ['news', 'news_choices'], offers: [] },
  catalogue: {
    tables: ['features', 'product_publications', 'product_type_features', 'product_types', 'products'],
    offers: ['product_publications', 'product_types', 'products'],
  },
  'price-lists': {
    tables: [
      'price_changes',
      'price_list_accounts',
      'price_list_items',
      'price_lists',
      'price_plan_items',
      'price_plans',
    ],
    offers: ['price_list_accounts', 'price_list_items', 'price_lists'],
  },
  stock: {
    tables: ['stock_balances', 'stock_movements', 'stock_thresholds'],
    offers: ['stock_balances', 'stock_movements'],
  },
  files: { tables: ['file_removals', 'file_uploads', 'file_usage', 'files'], offers: ['files'] },
  settings: { tables: [], offers: [] },
  directories: {
    tables: [
      'directory_attempts',
      'directory_connections',
      'directory_domains',
      'directory_people',
      'directory_provisions',
    ],
    offers: [],
  },
  approvals: {
    tables: ['approval_promises', 'approval_rules', 'approval_signatures', 'delegations'],
    offers: [],
  },
  orders: {
    tables: ['order_attachments', 'order_history', 'order_items', 'order_news', 'order_reminders', 'orders'],
    offers: ['order_attachments', 'order_items', 'orders'],
  },
  certifications: {
    tables: ['certificate_reminders', 'certificates', 'issued_certificates'],
    offers: ['certificate_badges', 'issued_certificates'],
  },
  installation: { tables: [], offers: [] },
  deals: {
    tables: ['deal_ebids', 'deal_history', 'deal_items', 'deal_match_keys', 'deal_prospects', 'deal_settings', 'deals'],
    offers: ['deal_items', 'deals'],
  },
  environments: { tables: ['environments'], offers: ['environments'] },
  licenses: {
    tables: [
      ...[
        'license_asks',
        'license_details',
        'license_exports',
        'license_pages',
        'license_reminders',
        'license_renewal_orders',
        'license_renewals',
        'license_seats',
        'license_upgrades',
        'licenses',
        'serial_keys',
      ],
    ],
    offers: ['license_renewals', 'license_seats', 'licenses'],
  },
  dashboard: {
    tables: ['period_sums', 'sales', 'sum_notes', 'summed_accounts'],
    offers: [],
  },
  foresight: { tables: [], offers: [] },
  imports: { tables: ['import_files', 'import_pieces', 'import_recipes', 'import_runs', 'imports'], offers: [] },
  today: { tables: [], offers: [] },
  find: { tables: [], offers: [] },
  exports: { tables: ['written_files'], offers: [] },
  reports: { tables: ['month_mails'], offers: [] },
  live: { tables: [], offers: [] },
  events: { tables: [], offers: [] },
  webhooks: { tables: ['webhook_deliveries', 'webhooks'], offers: [] },
  batch: { tables: [], offers: [] },
} as const satisfies Record<string, Ownership>
