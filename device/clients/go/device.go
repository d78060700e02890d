// Package device is a device client of a Trellis portal: calls, and offline verification of leases and .lic files.
// It needs only the standard library. The protocol: docs/device-protocol.md.
package device

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

const (
	tolerance   = 10 * time.Minute
	leaseType   = "trellis-lease+jwt"
	licenseType = "trellis-license+jwt"
)

// Key is a public key of the portal, Keys the answer of GET /devices/keys.
type Key struct{ Kty, Crv, X, Kid string }
type Keys struct{ Keys []Key }

// Extension is one that the key has, with its pieces.
type Extension struct {
	Sku      string
	Quantity int64
}

// Claims are those of a lease or of an exported license. Nil dates do not end; a nil version covers every version.
type Claims struct {
	TenantCode, SerialKey, Sku, ProductName   string
	Seats, Number                             int64
	LicenseMaxVersion                         *string
	Extensions                                []Extension
	Entitlements                              map[string]any // numbers are json.Number
	ExpirationDate, MaintenanceExpirationDate *time.Time
	IssuedAt                                  time.Time
	DeviceUuid, LicenseSeatId                 string    // leases only
	LeaseExpirationDate                       time.Time // leases only
	OnPremiseEnvironmentId, CustomerName      string    // exported licenses only
	CustomerEnvironmentId                     string    // exported licenses only
}

// Verdict is the result for one lease or license. Claims is nil unless the document is genuine.
type Verdict struct {
	Valid   bool
	InGrace bool
	Reason  string
	Claims  *Claims
}

// decode returns the bytes of canonical base64url without padding.
func decode(part string) ([]byte, bool) {
	if part == "" || strings.ContainsAny(part, "\r\n") {
		return nil, false
	}
	content, err := base64.RawURLEncoding.Strict().DecodeString(part)
	return content, err == nil
}

// openSigned returns the payload of a compact JWS, or a reason. The signature is verified before the payload is parsed.
func openSigned(document string, keys Keys, kind string) (map[string]any, string) {
	parts := strings.Split(document, ".")
	if len(parts) != 3 {
		return nil, "malformed"
	}
	head, isHead := decode(parts[0])
	body, isBody := decode(parts[1])
	signature, isSignature := decode(parts[2])
	var header map[string]any
	if !isHead || !isBody || !isSignature || json.Unmarshal(head, &header) != nil || header == nil {
		return nil, "malformed"
	}
	if _, has := header["crit"]; has || header["alg"] != "EdDSA" {
		return nil, "bad_signature"
	}
	var fitting []Key
	for _, key := range keys.Keys {
		if key.Kty == "OKP" && key.Crv == "Ed25519" && header["kid"] == key.Kid {
			fitting = append(fitting, key)
		}
	}
	if len(fitting) != 1 {
		return nil, "unknown_key"
	}
	public, _ := decode(fitting[0].X)
	if len(public) != ed25519.PublicKeySize || !ed25519.Verify(public, []byte(parts[0]+"."+parts[1]), signature) {
		return nil, "bad_signature"
	}
	if header["typ"] != kind {
		return nil, "wrong_type"
	}
	var payload map[string]any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if decoder.Decode(&payload) != nil || payload == nil {
		return nil, "malformed"
	}
	return payload, ""
}

// reader takes claims out of a payload and remembers whether one was missing or of another type.
type reader struct {
	payload map[string]any
	failed  bool
}

func (r *reader) text(name string) string {
	value, is := r.payload[name].(string)
	r.failed = r.failed || !is
	return value
}

func (r *reader) whole(name string) int64 {
	number, _ := r.payload[name].(json.Number)
	value, err := strconv.ParseInt(string(number), 10, 64)
	r.failed = r.failed || err != nil
	return value
}

func (r *reader) instant(name string) time.Time {
	text := r.text(name)
	value, err := time.Parse(time.RFC3339Nano, text)
	r.failed = r.failed || err != nil || !strings.HasSuffix(text, "Z")
	return value
}

func (r *reader) isNull(name string) bool {
	value, has := r.payload[name]
	r.failed = r.failed || !has
	return value == nil
}

func (r *reader) instantOrNull(name string) *time.Time {
	if r.isNull(name) {
		return nil
	}
	value := r.instant(name)
	return &value
}

func (r *reader) object(name string) map[string]any {
	value, is := r.payload[name].(map[string]any)
	r.failed = r.failed || !is
	return value
}

func (r *reader) extensions() []Extension {
	values, is := r.payload["extensions"].([]any)
	r.failed = r.failed || !is
	extensions := []Extension{}
	for _, value := range values {
		payload, _ := value.(map[string]any)
		one := &reader{payload: payload}
		extensions = append(extensions, Extension{one.text("sku"), one.whole("quantity")})
		r.failed = r.failed || one.failed
	}
	return extensions
}

func claimsOf(payload map[string]any, kind string) *Claims {
	r := &reader{payload: payload}
	claims := &Claims{
		TenantCode: r.text("tenantCode"), SerialKey: r.text("serialKey"), Sku: r.text("sku"),
		ProductName: r.text("productName"), Seats: r.whole("seats"), Number: r.whole("number"),
		ExpirationDate:            r.instantOrNull("expirationDate"),
		MaintenanceExpirationDate: r.instantOrNull("maintenanceExpirationDate"),
		IssuedAt:                  r.instant("issuedAt"),
		Extensions:                r.extensions(),
		Entitlements:              r.object("entitlements"),
	}
	if !r.isNull("licenseMaxVersion") {
		version := r.text("licenseMaxVersion")
		claims.LicenseMaxVersion = &version
	}
	if kind == leaseType {
		claims.DeviceUuid, claims.LicenseSeatId = r.text("deviceUuid"), r.text("licenseSeatId")
		claims.LeaseExpirationDate = r.instant("leaseExpirationDate")
	} else {
		claims.OnPremiseEnvironmentId, claims.CustomerName = r.text("onPremiseEnvironmentId"), r.text("customerName")
		claims.CustomerEnvironmentId = r.text("customerEnvironmentId")
	}
	if r.failed {
		return nil
	}
	return claims
}

// Has says whether the license grants a feature: a flag that is on, a number above 0, or a text, time or object that is there.
func (c *Claims) Has(name string) bool {
	switch value := c.Entitlements[name].(type) {
	case nil:
		return false
	case bool:
		return value
	case string:
		return value != ""
	case json.Number:
		return c.Limit(name) > 0
	}
	return true
}

// HasAtLeast says whether a feature is a number of at least this much.
func (c *Claims) HasAtLeast(name string, least float64) bool {
	_, is := c.Entitlements[name].(json.Number)
	return is && c.Limit(name) >= least
}

// Limit returns the number of a feature, 0 if it is none.
func (c *Claims) Limit(name string) float64 {
	number, _ := c.Entitlements[name].(json.Number)
	value, _ := number.Float64()
	return value
}

// Text returns the text of a feature, and whether it is one.
func (c *Claims) Text(name string) (string, bool) {
	value, is := c.Entitlements[name].(string)
	return value, is
}

// Instant returns the time of a feature, and whether it is one.
func (c *Claims) Instant(name string) (time.Time, bool) {
	text, _ := c.Text(name)
	value, err := time.Parse(time.RFC3339Nano, text)
	return value, err == nil
}

// Object returns the object of a feature, and whether it is one.
func (c *Claims) Object(name string) (map[string]any, bool) {
	value, is := c.Entitlements[name].(map[string]any)
	return value, is
}

// NormalizeKey returns the canonical form of a typed serial key.
func NormalizeKey(text string) string {
	characters := []rune(strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || unicode.Is(unicode.Pd, c) {
			return -1
		}
		return c
	}, strings.ToUpper(text)))
	start := len(characters) - 20
	if start < 1 {
		return string(characters)
	}
	body := strings.NewReplacer("O", "0", "I", "1", "L", "1").Replace(string(characters[start:]))
	groups := []string{string(characters[:start])}
	for rest := []rune(body); len(rest) > 0; rest = rest[5:] {
		groups = append(groups, string(rest[:5]))
	}
	return strings.Join(groups, "-")
}

var dotted = regexp.MustCompile(`[0-9]+(\.[0-9]+)*`)

// IsAbove compares versions number by number; a missing number counts as 0.
func IsAbove(installed, maximum string) bool {
	a, b := strings.Split(dotted.FindString(installed), "."), strings.Split(dotted.FindString(maximum), ".")
	for i := 0; i < len(a) || i < len(b); i++ {
		var x, y int
		if i < len(a) {
			x, _ = strconv.Atoi(a[i])
		}
		if i < len(b) {
			y, _ = strconv.Atoi(b[i])
		}
		if x != y {
			return x > y
		}
	}
	return false
}

// LeaseCheck says for what a lease must be valid. Empty fields are not checked; Now is the clock by default.
type LeaseCheck struct {
	DeviceUuid, SerialKey, InstalledVersion string
	Now, NewestTime                         time.Time
	NewestNumber                            int64
	GraceDays                               int
}

// VerifyLease decides offline whether the device may run with this lease now.
func VerifyLease(lease string, keys Keys, check LeaseCheck) Verdict {
	if check.Now.IsZero() {
		check.Now = time.Now()
	}
	payload, reason := openSigned(lease, keys, leaseType)
	if reason != "" {
		return Verdict{Reason: reason}
	}
	claims := claimsOf(payload, leaseType)
	if claims == nil {
		return Verdict{Reason: "malformed"}
	}
	grace := time.Duration(check.GraceDays) * 24 * time.Hour
	switch {
	case claims.DeviceUuid != check.DeviceUuid:
		reason = "other_device"
	case check.SerialKey != "" && NormalizeKey(claims.SerialKey) != NormalizeKey(check.SerialKey):
		reason = "other_key"
	case claims.Number < check.NewestNumber:
		reason = "older"
	default:
		reason = whyNotNow(claims, check.Now, check.NewestTime, check.InstalledVersion)
	}
	if reason == "" && !check.Now.Before(claims.LeaseExpirationDate.Add(grace)) {
		reason = "lease_over"
	}
	return Verdict{reason == "", reason == "" && !check.Now.Before(claims.LeaseExpirationDate), reason, claims}
}

func whyNotNow(claims *Claims, now, newestTime time.Time, installedVersion string) string {
	seen := claims.IssuedAt
	if newestTime.After(seen) {
		seen = newestTime
	}
	switch {
	case seen.After(now.Add(tolerance)):
		return "clock_set_back"
	case claims.ExpirationDate != nil && !claims.ExpirationDate.After(now):
		return "expired"
	case claims.LicenseMaxVersion != nil && installedVersion != "" && *claims.LicenseMaxVersion != "" &&
		IsAbove(installedVersion, *claims.LicenseMaxVersion):
		return "version_not_covered"
	}
	return ""
}

// FileCheck says for what a .lic file must be valid. Empty fields are not checked.
type FileCheck struct {
	CustomerEnvironmentId, TenantCode, InstalledVersion string
	Now, NewestTime                                     time.Time
	NewestNumbers                                       map[string]int64
}

// FileVerdict has a verdict for each document; Reason is the first one, empty if all are valid.
type FileVerdict struct {
	Valid    bool
	Reason   string
	Licenses []Verdict
}

var (
	file = func() *regexp.Regexp {
		space, document := `[ \t\r\n]*`, `"[A-Za-z0-9_.-]+"`
		documents := document + "(?:" + space + "," + space + document + ")*"
		parts := []string{"", `\{`, `"format"`, ":", `"trellis-license/1"`, ",", `"documents"`, ":", `\[`, documents, `\]`, `\}`, ""}
		return regexp.MustCompile("^" + strings.Join(parts, space) + "$")
	}()
	quoted = regexp.MustCompile(`"([^"]+)"`)
)

// VerifyFile verifies the text of a .lic file.
func VerifyFile(text string, keys Keys, check FileCheck) FileVerdict {
	if check.Now.IsZero() {
		check.Now = time.Now()
	}
	if !file.MatchString(text) {
		return FileVerdict{Reason: "malformed"}
	}
	verdict := FileVerdict{}
	for _, found := range quoted.FindAllStringSubmatch(text[strings.Index(text, "["):], -1) {
		one := verifyDocument(found[1], keys, check)
		if verdict.Reason == "" {
			verdict.Reason = one.Reason
		}
		verdict.Licenses = append(verdict.Licenses, one)
	}
	verdict.Valid = verdict.Reason == ""
	return verdict
}

func verifyDocument(document string, keys Keys, check FileCheck) Verdict {
	payload, reason := openSigned(document, keys, licenseType)
	if reason != "" {
		return Verdict{Reason: reason}
	}
	claims := claimsOf(payload, licenseType)
	if claims == nil {
		return Verdict{Reason: "malformed"}
	}
	newest, known := check.NewestNumbers[claims.SerialKey]
	switch {
	case check.TenantCode != "" && claims.TenantCode != check.TenantCode:
		reason = "other_tenant"
	case check.CustomerEnvironmentId != "" && claims.CustomerEnvironmentId != check.CustomerEnvironmentId:
		reason = "other_environment"
	case known && claims.Number < newest:
		reason = "older"
	default:
		reason = whyNotNow(claims, check.Now, check.NewestTime, check.InstalledVersion)
	}
	return Verdict{Valid: reason == "", Reason: reason, Claims: claims}
}

// Refusal is an answer by which the portal refuses a call: DV404, DV409, DV410, DV423, DV426, DV428, DV430, RQ404,
// RQ422 or RQ429. Info says why DV430, nil for others.
type Refusal struct {
	Code, Detail string
	Status       int
	RetryAfter   time.Duration `json:"-"`
	Info         *SeatRefusal
}

// SeatRefusal says why a seat may not be freed: Reason is not_allowed, none_left or suspended. With none_left, the next may be
// freed from NextReleaseDate on.
type SeatRefusal struct {
	Reason          string     `json:"reason"`
	NextReleaseDate *time.Time `json:"nextReleaseDate"`
}

func (r *Refusal) Error() string { return r.Code + ": " + r.Detail }

// Portal makes the calls of a device. Store the device's id before the first call: it owns the seat.
type Portal struct {
	URL     string // https://portal.example.com
	Client  *http.Client
	Retries int
}

// NewPortal uses the proxy that HTTPS_PROXY names. Redirects are not followed.
func NewPortal(url string) *Portal {
	stop := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Portal{url, &http.Client{Timeout: 15 * time.Second, CheckRedirect: stop}, 3}
}

// Seat is the answer of Activate and Heartbeat.
type Seat struct{ LicenseSeatId, Lease, LeaseExpirationDate string }

// Activate takes a seat, or returns the one that the device has. Fields: serialKey, deviceUuid, deviceName, …
func (p *Portal) Activate(fields map[string]any) (seat Seat, err error) {
	err = p.call("POST", "activate", fields, &seat)
	return
}

// Heartbeat renews the lease.
func (p *Portal) Heartbeat(serialKey, deviceUuid string) (seat Seat, err error) {
	err = p.call("POST", "heartbeat", map[string]any{"serialKey": serialKey, "deviceUuid": deviceUuid}, &seat)
	return
}

// Release gives the seat back.
func (p *Portal) Release(serialKey, deviceUuid string) error {
	return p.call("POST", "release", map[string]any{"serialKey": serialKey, "deviceUuid": deviceUuid}, nil)
}

// KeySeat is a seat of a key, as another device with the key sees it. DeviceName is nil if its device has none.
type KeySeat struct {
	LicenseSeatId string    `json:"licenseSeatId"`
	DeviceName    *string   `json:"deviceName"`
	LastContact   time.Time `json:"lastContact"`
	IsOwn         bool      `json:"isOwn"`
	Releasable    bool      `json:"releasable"`
}

// Seats returns the seats of the key, the one that was silent longest first. The device need not have one.
func (p *Portal) Seats(serialKey, deviceUuid string) (seats []KeySeat, err error) {
	err = p.call("POST", "seats", map[string]any{"serialKey": serialKey, "deviceUuid": deviceUuid}, &seats)
	return
}

// ReleaseSeat frees a seat of the key, such as that of a lost computer; DV430 when its product does not allow it.
func (p *Portal) ReleaseSeat(serialKey, deviceUuid, licenseSeatId string) error {
	fields := map[string]any{"serialKey": serialKey, "deviceUuid": deviceUuid, "licenseSeatId": licenseSeatId}
	return p.call("POST", "release", fields, nil)
}

// Keys returns the public keys of the portal.
func (p *Portal) Keys() (keys Keys, err error) {
	err = p.call("GET", "keys", nil, &keys)
	return
}

func (p *Portal) call(method, path string, body, answer any) error {
	if !regexp.MustCompile(`^(https://|http://(localhost|127\.0\.0\.1)([:/]|$))`).MatchString(p.URL) {
		return fmt.Errorf("the portal's address must begin with https://")
	}
	for tried := 0; ; tried++ {
		wait, err := p.try(method, path, body, answer)
		if err == nil || wait < 0 || wait > 30*time.Second || tried >= p.Retries {
			return err
		}
		pause := 500 * time.Millisecond << tried
		if pause > 8*time.Second {
			pause = 8 * time.Second
		}
		time.Sleep(wait + time.Duration(rand.Int63n(int64(pause))))
	}
}

// try returns how long to wait before another try; a negative time means that another try does not help.
func (p *Portal) try(method, path string, body, answer any) (time.Duration, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return -1, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, strings.TrimRight(p.URL, "/")+"/api/v1/devices/"+path, content)
	if err != nil {
		return -1, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := p.Client.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return 0, err
	}
	if response.StatusCode >= 200 && response.StatusCode < 300 {
		if answer == nil {
			if len(text) > 0 {
				return 0, fmt.Errorf("the answer is not of the portal")
			}
			return 0, nil
		}
		return 0, json.Unmarshal(text, answer)
	}
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
	wait, passing := time.Duration(seconds)*time.Second, response.StatusCode >= 500 || response.StatusCode == 408
	refusal := &Refusal{}
	if !passing && json.Unmarshal(text, refusal) == nil && refusal.Code != "" {
		refusal.Status, refusal.RetryAfter = response.StatusCode, wait
		if response.StatusCode == 429 {
			return wait, refusal
		}
		return -1, refusal
	}
	err = fmt.Errorf("the portal answered %d", response.StatusCode)
	if !passing {
		return -1, err
	}
	return wait, err
}
